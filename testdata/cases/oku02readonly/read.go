// Case oku02readonly: the transaction only reads while the lock is held.
package oku02readonly

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Report struct {
	ID    uint
	Total int64
}

type Reports struct {
	db    *gorm.DB
	pool  *pgxpool.Pool
	sdb   *sql.DB
	locks *redislock.Client
}

func (r *Reports) Sum(ctx context.Context) (sum int64, err error) {
	err = r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		l, err := r.locks.Obtain(ctx, "reports", 10*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx))
		return tx.Model(&Report{}).Select("sum(total)").Scan(&sum).Error
	}, &sql.TxOptions{ReadOnly: true})
	return sum, err
}

func (r *Reports) All(ctx context.Context) (out []Report, err error) {
	err = pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		l, err := r.locks.Obtain(ctx, "reports", 10*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx))
		rows, err := tx.Query(ctx, "SELECT id, total FROM reports")
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Report])
		return err
	})
	return out, err
}

func (r *Reports) Count(ctx context.Context) (n int, err error) {
	tx, err := r.sdb.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	l, err := r.locks.Obtain(ctx, "reports", 10*time.Second, nil)
	if err != nil {
		return 0, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT id FROM reports")
	if err != nil {
		_ = l.Release(ctx)
		return 0, err
	}
	for rows.Next() {
		n++
	}
	err = rows.Err()
	rows.Close()
	_ = l.Release(ctx)
	if err != nil {
		return 0, err
	}
	return n, tx.Commit()
}
