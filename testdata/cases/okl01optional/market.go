// Case okl01optional: behind the mutex a lock in Redis is taken where one is configured, as it is where several replicas run.
package okl01optional

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

var errDone = errors.New("order is done")

// Markets cancel orders, one at a time in each market.
type Markets struct {
	db     *sql.DB
	mu     sync.Mutex
	locker *redislock.Client // nil where one process runs
}

func (m *Markets) guard(ctx context.Context, market string) (func(), error) {
	m.mu.Lock()
	if m.locker == nil {
		return func() { m.mu.Unlock() }, nil
	}
	lock, err := m.locker.Obtain(ctx, marketKey(market), time.Minute, nil)
	if err != nil {
		m.mu.Unlock()
		return nil, err
	}
	return func() {
		_ = lock.Release(context.WithoutCancel(ctx))
		m.mu.Unlock()
	}, nil
}

func marketKey(market string) string { return "market:" + market }

func (m *Markets) status(ctx context.Context, id string) (s string, err error) {
	err = m.db.QueryRowContext(ctx, "SELECT status FROM orders WHERE id = $1", id).Scan(&s)
	return s, err
}

// Cancel reads and then writes.
func (m *Markets) Cancel(ctx context.Context, market, id string) error {
	free, err := m.guard(ctx, market)
	if err != nil {
		return err
	}
	defer free()
	s, err := m.status(ctx, id)
	if err != nil {
		return err
	}
	if s == "done" {
		return errDone
	}
	_, err = m.db.ExecContext(ctx, "UPDATE orders SET status = 'cancelled' WHERE id = $1", id)
	return err
}
