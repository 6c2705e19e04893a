// Package value writes what it read before it had the lock.
package value

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Group struct {
	ID     string
	Tokens int64
}

type Groups struct {
	locks *redislock.Client
	db    *sql.DB
}

func (g *Groups) read(ctx context.Context, id string) (row Group, err error) {
	err = g.db.QueryRowContext(ctx, "SELECT id, tokens FROM groups WHERE id = $1", id).Scan(&row.ID, &row.Tokens)
	return row, err
}

func (g *Groups) Set(ctx context.Context, id string, n int64) error {
	row, err := g.read(ctx, id)
	if err != nil {
		return err
	}
	l, err := g.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	// timeline: read acquire write
	_, err = g.db.ExecContext(ctx, "UPDATE groups SET tokens = $1 WHERE id = $2", row.Tokens+n, id) // want `^what is written under lock "lock:group:\{\}" \(taken at line 32\) was read at line 28, before the lock: its last holder may have changed it meanwhile, and that change is lost; read it again after the lock is taken, or make the write conditional and look at its row count, assuming that the lock guards what was read \(staleread/value\)$`
	return err
}

// Audit writes old numbers to another table; that the update is relative does not help them.
func (g *Groups) Audit(ctx context.Context, id string, n int64) error {
	row, err := g.read(ctx, id)
	if err != nil {
		return err
	}
	l, err := g.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if _, err := g.db.ExecContext(ctx, "INSERT INTO entries (id, old) VALUES ($1, $2)", id, row.Tokens); err != nil { // want `staleread/value`
		return err
	}
	_, err = g.db.ExecContext(ctx, "UPDATE groups SET tokens = tokens + $1 WHERE id = $2", n, id)
	return err
}

// Key writes the id that it found: that does not change.
func (g *Groups) Key(ctx context.Context, id string) error {
	row, err := g.read(ctx, id)
	if err != nil {
		return err
	}
	l, err := g.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	_, err = g.db.ExecContext(ctx, "INSERT INTO entries (id) VALUES ($1)", row.ID)
	return err
}

// Fresh reads under the lock.
func (g *Groups) Fresh(ctx context.Context, id string, n int64) error {
	l, err := g.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	row, err := g.read(ctx, id)
	if err != nil {
		return err
	}
	_, err = g.db.ExecContext(ctx, "UPDATE groups SET tokens = $1 WHERE id = $2", row.Tokens+n, id)
	return err
}
