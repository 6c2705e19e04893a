// Case oku19writer: a batching writer's mutex guards the open transaction, its counter and its end, in a struct and in package variables.
package oku19writer

import (
	"context"
	"database/sql"
	"sync"
)

type Writer struct {
	db *sql.DB
	mu sync.Mutex
	tx *sql.Tx
	n  int
}

func (w *Writer) Write(ctx context.Context, v string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tx == nil {
		tx, err := w.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		w.tx = tx
	}
	if _, err := w.tx.ExecContext(ctx, "INSERT INTO lines (v) VALUES (?)", v); err != nil {
		return err
	}
	if w.n++; w.n >= 100 {
		return w.flush()
	}
	return nil
}

func (w *Writer) flush() error {
	tx := w.tx
	w.tx, w.n = nil, 0
	return tx.Commit()
}

func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tx == nil {
		return nil
	}
	return w.flush()
}

var (
	mu  sync.Mutex
	cur *sql.Tx
)

func Log(v string) error {
	mu.Lock()
	defer mu.Unlock()
	_, err := cur.Exec("INSERT INTO lines (v) VALUES (?)", v)
	return err
}

func Flush(db *sql.DB) (err error) {
	mu.Lock()
	defer mu.Unlock()
	if err = cur.Commit(); err != nil {
		return err
	}
	cur, err = db.Begin()
	return err
}
