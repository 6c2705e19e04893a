// Package outbox hands messages out, one subscriber at a time.
package outbox

import (
	"context"
	"database/sql"
)

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type queries struct{ db querier }

func (q *queries) topic(ctx context.Context, name string) (id int64, err error) {
	err = q.db.QueryRowContext(ctx, "SELECT id FROM topics WHERE name = $1 FOR UPDATE", name).Scan(&id)
	return id, err
}

func (q *queries) touch(ctx context.Context, id int64) error {
	_, err := q.db.ExecContext(ctx, "UPDATE topics SET seen = now() WHERE id = $1", id)
	return err
}

// A Beginner begins transactions, of whatever library.
type Beginner func(ctx context.Context) (tx *sql.Tx, commit func(context.Context) error, rollback func(), err error)

// A Box hands messages out.
type Box struct{ begin Beginner }

// New returns a Box.
func New(begin Beginner) *Box { return &Box{begin: begin} }

// Subscribe takes the topic over until ctx ends.
func (b *Box) Subscribe(ctx context.Context, name string) error {
	for ctx.Err() == nil {
		if err := b.round(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (b *Box) round(ctx context.Context, name string) error {
	tx, commit, rollback, err := b.begin(ctx)
	if err != nil {
		return err
	}
	defer rollback()
	q := &queries{db: tx}
	id, err := q.topic(ctx, name)
	if err != nil {
		return err
	}
	if err := q.touch(ctx, id); err != nil {
		return err
	}
	return commit(ctx)
}
