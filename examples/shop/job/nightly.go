// Package job runs what has to be done at night, in one of the replicas.
package job

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrRunning tells that another replica runs the job.
var ErrRunning = errors.New("job: runs in another replica")

const (
	nightly     = 2230
	releaseTime = 2 * time.Second
)

// Nightly deletes carts that nobody paid for. Lock and unlock may run on two connections of the pool: then the one
// that took the lock keeps it.
func Nightly(ctx context.Context, pool *pgxpool.Pool) error {
	var ok bool
	if err := pool.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", nightly).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return ErrRunning
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		defer cancel()
		var freed bool
		if err := pool.QueryRow(uctx, "SELECT pg_advisory_unlock($1)", nightly).Scan(&freed); err != nil || !freed {
			slog.WarnContext(ctx, "nightly job not unlocked", "err", err)
		}
	}()
	return purge(ctx, pool)
}

// NightlyFixed keeps one connection for the lock, and throws it away where the unlock fails.
func NightlyFixed(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", nightly).Scan(&ok); err != nil || !ok {
		conn.Release()
		if err != nil {
			return err
		}
		return ErrRunning
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		defer cancel()
		var freed bool
		if err := conn.QueryRow(uctx, "SELECT pg_advisory_unlock($1)", nightly).Scan(&freed); err != nil || !freed {
			slog.WarnContext(ctx, "nightly job not unlocked, its connection is closed", "err", err)
			_ = conn.Hijack().Close(uctx)
			return
		}
		conn.Release()
	}()
	return purge(ctx, pool)
}

func purge(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, "DELETE FROM carts WHERE held_at < now() - interval '1 day'")
	return err
}
