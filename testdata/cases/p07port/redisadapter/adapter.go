// Package redisadapter implements ports that it does not know.
package redisadapter

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Locks struct{ C *redislock.Client }

func (l *Locks) Acquire(ctx context.Context, key string) (func(), error) {
	lock, err := l.C.Obtain(ctx, "sku:"+key, time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return func() { _ = lock.Release(context.WithoutCancel(ctx)) }, nil
}

type key struct{}

type UoW struct{ DB *sql.DB }

func (u *UoW) Do(ctx context.Context, fn func(ctx context.Context) error) error {
	tx, err := u.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(context.WithValue(ctx, key{}, tx)); err != nil {
		return err
	}
	return tx.Commit()
}

type Stock struct{ DB *sql.DB }

func (s *Stock) q(ctx context.Context) interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
} {
	if tx, ok := ctx.Value(key{}).(*sql.Tx); ok {
		return tx
	}
	return s.DB
}

func (s *Stock) Stock(ctx context.Context, sku string) (n int, err error) {
	err = s.q(ctx).QueryRowContext(ctx, "SELECT n FROM stock WHERE sku = $1", sku).Scan(&n)
	return n, err
}

func (s *Stock) SetStock(ctx context.Context, sku string, n int) error {
	_, err := s.q(ctx).ExecContext(ctx, "UPDATE stock SET n = $1 WHERE sku = $2", n, sku)
	return err
}
