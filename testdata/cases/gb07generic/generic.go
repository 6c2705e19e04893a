// Case gb07generic: runners and guards with type parameters.
package gb07generic

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

var ErrBusy = errors.New("busy")

// With runs f under the lock. It answers as if it had, where it has not.
func With[T any](ctx context.Context, c *redislock.Client, key string, f func(context.Context) (T, error)) (T, error) {
	var zero T
	l, err := c.Obtain(ctx, key, time.Minute, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return zero, ErrBusy
	}
	if err != nil {
		return zero, err
	}
	defer func() { _ = l.Release(context.WithoutCancel(ctx)) }()
	return f(ctx)
}

// Do answers nil for busy: the caller cannot tell.
func Do(ctx context.Context, c *redislock.Client, key string, f func(context.Context) error) error {
	l, err := c.Obtain(ctx, key, time.Minute, nil) //bug:uncheckedlock/busy-as-success
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = l.Release(context.WithoutCancel(ctx)) }()
	return f(ctx)
}

// Keyed is a map of mutexes.
type Keyed[K comparable] struct {
	mu sync.Mutex
	m  map[K]*sync.Mutex
}

func (k *Keyed[K]) Lock(key K) func() {
	k.mu.Lock()
	if k.m == nil {
		k.m = map[K]*sync.Mutex{}
	}
	mu, ok := k.m[key]
	if !ok {
		mu = new(sync.Mutex)
		k.m[key] = mu
	}
	k.mu.Unlock()
	mu.Lock()
	return mu.Unlock
}

type Cache struct {
	keys Keyed[int]
	vals sync.Map
}

// Fill forgets the lock where there is nothing to fill.
func (c *Cache) Fill(id int, load func(int) (string, bool)) error {
	unlock := c.keys.Lock(id) //bug:leakedlock/early-return
	v, ok := load(id)
	if !ok {
		return fmt.Errorf("no %d", id)
	}
	c.vals.Store(id, v)
	unlock()
	return nil
}

// Peek is right.
func (c *Cache) Peek(id int) (any, bool) {
	defer c.keys.Lock(id)()
	return c.vals.Load(id)
}

type Box[T any] struct {
	mu  sync.RWMutex
	val T
	set bool
}

// Get unlocks the writer's side.
func (b *Box[T]) Get() (T, bool) {
	b.mu.RLock()
	defer b.mu.Unlock() //bug:leakedlock/wrong-handle
	return b.val, b.set
}

// Put returns with the lock.
func (b *Box[T]) Put(v T, check func(T) error) error {
	b.mu.Lock() //bug:leakedlock/early-return
	if err := check(v); err != nil {
		return err
	}
	b.val, b.set = v, true
	b.mu.Unlock()
	return nil
}

type accounts struct {
	c  *redislock.Client
	db *sql.DB
}

// Sum is right: the runner says busy.
func (a *accounts) Sum(ctx context.Context) (int, error) {
	return With(ctx, a.c, "accounts", func(ctx context.Context) (n int, err error) {
		err = a.db.QueryRowContext(ctx, "SELECT sum(n) FROM accounts").Scan(&n)
		return n, err
	})
}
