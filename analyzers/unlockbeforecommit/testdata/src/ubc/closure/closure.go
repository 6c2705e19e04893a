// Package closure releases inside of the closures of transaction runners.
package closure

import (
	"context"
	"database/sql"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Stock struct{ ID, Qty int }

var mu sync.Mutex

func Gorm(db *gorm.DB, id int) error {
	return db.Transaction(func(tx *gorm.DB) error {
		mu.Lock()
		/* timeline: acquire write release commit */ defer mu.Unlock() // want `^mutex mu is released before the transaction commits at line 23: the next holder reads the old rows; lock and unlock around the transaction, not inside of it \(unlockbeforecommit/closure\)$`
		return tx.Model(&Stock{}).Where("id = ?", id).Update("qty", 0).Error
	})
}

func GormRight(db *gorm.DB, id int) error {
	mu.Lock()
	defer mu.Unlock()
	return db.Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Stock{}).Where("id = ?", id).Update("qty", 0).Error
	})
}

func Pgx(ctx context.Context, pool *pgxpool.Pool) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		mu.Lock()
		_, err := tx.Exec(ctx, "DELETE FROM carts")
		mu.Unlock() // want `\(unlockbeforecommit/closure\)$`
		return err
	})
}

// run is a runner of the project.
func run(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func Own(ctx context.Context, db *sql.DB) error {
	return run(ctx, db, func(tx *sql.Tx) error {
		mu.Lock()
		defer mu.Unlock() // want `\(unlockbeforecommit/closure\)$`
		_, err := tx.ExecContext(ctx, "DELETE FROM carts")
		return err
	})
}

// Inside holds it around nothing that the transaction does.
func Inside(ctx context.Context, db *sql.DB, n *int) error {
	return run(ctx, db, func(tx *sql.Tx) error {
		mu.Lock()
		*n++
		mu.Unlock()
		_, err := tx.ExecContext(ctx, "DELETE FROM carts")
		return err
	})
}

// Fails always returns an error: it rolls back.
func Fails(ctx context.Context, db *sql.DB) error {
	return run(ctx, db, func(tx *sql.Tx) error {
		mu.Lock()
		defer mu.Unlock()
		tx.ExecContext(ctx, "DELETE FROM carts")
		return sql.ErrTxDone
	})
}
