// Package pgxpool has the few declarations of pgxpool that the shapes need.
package pgxpool

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type Pool struct{ n int }

func (p *Pool) Begin(ctx context.Context) (pgx.Tx, error)  { return nil, nil }
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) { return nil, nil }
func (p *Pool) Exec(ctx context.Context, sql string, args ...any) (pgx.CommandTag, error) {
	return pgx.CommandTag{}, nil
}
func (p *Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row { return nil }

type Conn struct{ p *Pool }

func (c *Conn) Exec(ctx context.Context, sql string, args ...any) (pgx.CommandTag, error) {
	return pgx.CommandTag{}, nil
}
func (c *Conn) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row { return nil }
func (c *Conn) Release()                                                      {}
