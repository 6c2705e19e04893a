// Package store wraps sql.Tx.
package store

import (
	"context"
	"database/sql"
	"log/slog"
)

// Store is the database.
type Store struct{ db *sql.DB }

// New makes a store.
func New(db *sql.DB) *Store { return &Store{db: db} }

// Tx is a transaction with hooks.
type Tx struct {
	*sql.Tx
	log   *slog.Logger
	hooks []func()
}

// Begin begins.
func (s *Store) Begin(ctx context.Context) (*Tx, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &Tx{Tx: tx, log: slog.Default()}, nil
}

// OnCommit registers a hook.
func (t *Tx) OnCommit(f func()) { t.hooks = append(t.hooks, f) }

// Commit commits and runs the hooks.
func (t *Tx) Commit() error {
	if err := t.Tx.Commit(); err != nil {
		t.log.Error("commit", "err", err)
		return err
	}
	for _, f := range t.hooks {
		f()
	}
	return nil
}

// SetBalance writes a balance.
func (t *Tx) SetBalance(ctx context.Context, id string, n int64) error {
	_, err := t.ExecContext(ctx, "UPDATE accounts SET balance = $2 WHERE id = $1", id, n)
	return err
}
