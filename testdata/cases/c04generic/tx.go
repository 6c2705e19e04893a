package c04generic

import (
	"context"
	"database/sql"
	"errors"
)

// WithTx runs fn in a transaction and returns its result.
func WithTx[T any](ctx context.Context, db *sql.DB, fn func(tx *sql.Tx) (T, error)) (T, error) {
	var zero T
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return zero, err
	}
	out, err := fn(tx)
	if err != nil {
		if rerr := tx.Rollback(); rerr != nil {
			err = errors.Join(err, rerr)
		}
		return zero, err
	}
	if err := tx.Commit(); err != nil {
		return zero, err
	}
	return out, nil
}

// WithLock runs fn under a mutex of its key.
func WithLock[T any](l *KeyLock, key string, fn func() (T, error)) (T, error) {
	l.Lock(key)
	defer l.Unlock(key)
	return fn()
}
