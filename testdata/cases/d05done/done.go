// Case d05done: begin returns a function that ends the transaction; it is deferred before the unlock.
package d05done

import (
	"context"
	"database/sql"
	"sync"
)

type DB struct{ *sql.DB }

// Start begins and returns the end.
func (d *DB) Start(ctx context.Context) (*sql.Tx, func(*error), error) {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	return tx, func(errp *error) {
		if *errp != nil {
			_ = tx.Rollback()
			return
		}
		*errp = tx.Commit()
	}, nil
}

type Tags struct {
	db *DB
	mu sync.Mutex
}

func (t *Tags) Add(ctx context.Context, name string) (err error) {
	tx, done, err := t.db.Start(ctx)
	if err != nil {
		return err
	}
	defer done(&err)
	t.mu.Lock()         //may:localmutex
	defer t.mu.Unlock() //bug:unlockbeforecommit/defer-order
	_, err = tx.ExecContext(ctx, "INSERT INTO tags (name) VALUES ($1)", name)
	return err
}

func (t *Tags) AddRight(ctx context.Context, name string) (err error) {
	t.mu.Lock() //may:localmutex
	defer t.mu.Unlock()
	tx, done, err := t.db.Start(ctx)
	if err != nil {
		return err
	}
	defer done(&err)
	_, err = tx.ExecContext(ctx, "INSERT INTO tags (name) VALUES ($1)", name)
	return err
}
