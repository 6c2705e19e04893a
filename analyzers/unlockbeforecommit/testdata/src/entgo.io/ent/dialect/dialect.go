// Package dialect is a thin stub of the real one.
package dialect

import "context"

type ExecQuerier interface {
	Exec(ctx context.Context, query string, args, v any) error
	Query(ctx context.Context, query string, args, v any) error
}

type Driver interface {
	ExecQuerier
	Tx(context.Context) (Tx, error)
	Close() error
}

type Tx interface {
	ExecQuerier
	Commit() error
	Rollback() error
}
