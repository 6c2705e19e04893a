// Package store holds the repositories and the unit of work that they run in.
package store

import (
	"context"
	"database/sql"
	"errors"
)

type unitKey struct{}

type unit struct {
	tx    *sql.Tx
	after []func()
}

// Unit runs use cases in transactions that travel in the context.
type Unit struct{ db *sql.DB }

// NewUnit returns a Unit on db.
func NewUnit(db *sql.DB) *Unit { return &Unit{db: db} }

// Do runs fn, commits if it returned nil, rolls back if not, and then runs the hooks.
func (u *Unit) Do(ctx context.Context, fn func(context.Context) error) error {
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	cur := &unit{tx: tx}
	defer func() {
		for _, hook := range cur.after {
			hook()
		}
	}()
	if err := fn(context.WithValue(ctx, unitKey{}, cur)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// AfterEnd registers a hook that runs when the unit of work of ctx has been committed or rolled back.
func AfterEnd(ctx context.Context, hook func()) {
	cur := current(ctx)
	cur.after = append(cur.after, hook)
}

func current(ctx context.Context) *unit {
	cur, ok := ctx.Value(unitKey{}).(*unit)
	if !ok {
		panic("store: called outside a unit of work")
	}
	return cur
}
