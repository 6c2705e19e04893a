// Case k07iface: the closure calls a method of an interface with the transaction; the one implementation locks inside.
package k07iface

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Allocator interface {
	Allocate(ctx context.Context, tx pgx.Tx, pool string) (int, error)
}

type allocator struct{ mu sync.Mutex }

func (a *allocator) Allocate(ctx context.Context, tx pgx.Tx, pool string) (n int, err error) {
	a.mu.Lock()         //bug:localmutex/read-modify-write
	defer a.mu.Unlock() //bug:unlockbeforecommit/callee
	if err = tx.QueryRow(ctx, "SELECT next FROM pools WHERE name = $1", pool).Scan(&n); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, "UPDATE pools SET next = $2 WHERE name = $1", pool, n+1)
	return n, err
}

type IPAM struct {
	pool  *pgxpool.Pool
	alloc Allocator
}

func New(p *pgxpool.Pool) *IPAM { return &IPAM{pool: p, alloc: &allocator{}} }

func (i *IPAM) Lease(ctx context.Context, name string) (n int, err error) {
	err = pgx.BeginFunc(ctx, i.pool, func(tx pgx.Tx) error {
		n, err = i.alloc.Allocate(ctx, tx, name) //may:unlockbeforecommit
		return err
	})
	return n, err
}
