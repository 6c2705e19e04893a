// Package report writes the daily report, one replica at a time.
package report

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	dailyKey = "lock:report:daily"
	lease    = time.Minute
	workTime = 30 * time.Second
)

// Writer writes reports.
type Writer struct {
	pool  *pgxpool.Pool
	locks *redsync.Redsync
}

// New returns a Writer.
func New(pool *pgxpool.Pool, locks *redsync.Redsync) *Writer {
	return &Writer{pool: pool, locks: locks}
}

// Daily frees the lock on the context of the request: if the client hangs up, the lock stays until it expires.
func (w *Writer) Daily(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, workTime)
	defer cancel()
	m := w.locks.NewMutex(dailyKey, redsync.WithExpiry(lease))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return w.write(ctx)
}

// DailyFixed frees it on a context that lives on.
func (w *Writer) DailyFixed(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, workTime)
	defer cancel()
	m := w.locks.NewMutex(dailyKey, redsync.WithExpiry(lease))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		unlockCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if ok, err := m.UnlockContext(unlockCtx); err != nil || !ok {
			slog.WarnContext(ctx, "report lock not released", "err", err)
		}
	}()
	return w.write(ctx)
}

func (w *Writer) write(ctx context.Context) error {
	_, err := w.pool.Exec(ctx, "INSERT INTO reports (day, orders) SELECT current_date, count(*) FROM orders WHERE created >= current_date")
	return err
}
