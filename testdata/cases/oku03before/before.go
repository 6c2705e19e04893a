// Case oku03before: the lock is free again before the first statement of the transaction.
package oku03before

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Token struct {
	ID    uint
	Value string
}

type Tokens struct {
	db    *gorm.DB
	pool  *pgxpool.Pool
	locks *redislock.Client
}

func (t *Tokens) fetch(ctx context.Context) (string, error) {
	l, err := t.locks.Obtain(ctx, "token", 10*time.Second, nil)
	if err != nil {
		return "", err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return time.Now().String(), nil
}

func (t *Tokens) Save(ctx context.Context) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		v, err := t.fetch(ctx)
		if err != nil {
			return err
		}
		return tx.Create(&Token{Value: v}).Error
	})
}

func (t *Tokens) SaveHand(ctx context.Context) error {
	tx, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	l, err := t.locks.Obtain(ctx, "token", 10*time.Second, nil)
	if err != nil {
		return err
	}
	v := time.Now().String()
	if err := l.Release(ctx); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO tokens (value) VALUES ($1)", v); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// SaveOther writes under the lock in a transaction of its own, inside of another that is still open.
func (t *Tokens) SaveOther(ctx context.Context) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO audit (what) VALUES ('token')"); err != nil {
			return err
		}
		l, err := t.locks.Obtain(ctx, "token", 10*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx))
		return pgx.BeginFunc(ctx, t.pool, func(own pgx.Tx) error {
			_, err := own.Exec(ctx, "UPDATE tokens SET used = true")
			return err
		})
	})
}

// SaveOtherGorm does the same with gorm: the inner one is begun on the pool.
func (t *Tokens) SaveOtherGorm(ctx context.Context) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		l, err := t.locks.Obtain(ctx, "token", 10*time.Second, nil)
		if err != nil {
			return err
		}
		err = t.db.WithContext(ctx).Transaction(func(own *gorm.DB) error {
			return own.Create(&Token{Value: "x"}).Error
		})
		_ = l.Release(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		return tx.Create(&Token{Value: "y"}).Error
	})
}
