// Package dlock wraps redislock.
package dlock

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Manager makes locks.
type Manager struct {
	client *redislock.Client
	prefix string
}

// New makes a manager.
func New(c *redislock.Client, prefix string) *Manager { return &Manager{client: c, prefix: prefix} }

type options struct {
	ttl   time.Duration
	retry redislock.RetryStrategy
}

// Option changes how a lock is taken.
type Option func(*options)

// WithTTL sets the lock's life.
func WithTTL(d time.Duration) Option { return func(o *options) { o.ttl = d } }

// WithRetry makes Acquire wait.
func WithRetry(every time.Duration, n int) Option {
	return func(o *options) { o.retry = redislock.LimitRetry(redislock.LinearBackoff(every), n) }
}

// Handle is a lock that is held.
type Handle struct{ l *redislock.Lock }

// Acquire takes the lock of a key.
func (m *Manager) Acquire(ctx context.Context, key string, opts ...Option) (*Handle, error) {
	o := options{ttl: 10 * time.Second}
	for _, f := range opts {
		f(&o)
	}
	l, err := m.client.Obtain(ctx, m.prefix+key, o.ttl, &redislock.Options{RetryStrategy: o.retry})
	if err != nil {
		return nil, err
	}
	return &Handle{l: l}, nil
}

// Unlock gives it back.
func (h *Handle) Unlock(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return h.l.Release(ctx)
}
