// Package pgx has the few declarations of pgx that the shapes need.
package pgx

import "context"

type CommandTag struct{ n int64 }

type Row interface{ Scan(dest ...any) error }

type Tx interface {
	Begin(ctx context.Context) (Tx, error)
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
	Exec(ctx context.Context, sql string, args ...any) (CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) Row
}

// BeginFunc runs fn in a transaction.
func BeginFunc(ctx context.Context, db interface {
	Begin(ctx context.Context) (Tx, error)
}, fn func(Tx) error) error {
	return nil
}
