// Case oku06xact: locks that end with the transaction, in helpers, sqlc-like code and gorm clauses; unlock functions that do nothing.
package oku06xact

import (
	"context"
	"hash/fnv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func AdvisoryLock(ctx context.Context, tx pgx.Tx, name string) (unlock func(), err error) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	_, err = tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(h.Sum64()))
	return func() {}, err
}

func Rename(ctx context.Context, pool *pgxpool.Pool, id, name string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		unlock, err := AdvisoryLock(ctx, tx, id)
		if err != nil {
			return err
		}
		defer unlock()
		_, err = tx.Exec(ctx, "UPDATE things SET name = $2 WHERE id = $1", id, name)
		return err
	})
}

type Thing struct {
	ID  uint
	Qty int
}

func Take(ctx context.Context, db *gorm.DB, id uint) error {
	return db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var t Thing
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&t, id).Error; err != nil {
			return err
		}
		return tx.Model(&t).Update("qty", t.Qty-1).Error
	})
}

func TakeX(ctx context.Context, db *sqlx.DB, id uint) error {
	tx := db.MustBeginTx(ctx, nil)
	defer tx.Rollback()
	var qty int
	if err := tx.GetContext(ctx, &qty, "SELECT qty FROM things WHERE id = $1 FOR UPDATE", id); err != nil {
		return err
	}
	tx.MustExecContext(ctx, "UPDATE things SET qty = $2 WHERE id = $1", id, qty-1)
	return tx.Commit()
}

// LockTable locks the table for the transaction.
func LockTable(ctx context.Context, tx *sqlx.Tx) error {
	_, err := tx.ExecContext(ctx, "LOCK TABLE things IN EXCLUSIVE MODE")
	return err
}
