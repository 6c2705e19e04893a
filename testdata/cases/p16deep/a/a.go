// Package a has the runners.
package a

import (
	"context"
	"database/sql"
	"sync"
)

type Tx struct{ *sql.Tx }

type DB struct{ *sql.DB }

func (d *DB) Update(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(ctx, &Tx{tx}); err != nil {
		return err
	}
	return tx.Commit()
}

var table sync.Map

func WithLock(key string, fn func() error) error {
	v, _ := table.LoadOrStore(key, &sync.Mutex{})
	m := v.(*sync.Mutex)
	m.Lock()
	defer m.Unlock()
	return fn()
}
