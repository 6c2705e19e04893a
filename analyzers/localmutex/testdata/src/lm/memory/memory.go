// Package memory has mutexes that guard fields beside the rows: they are right where they are.
package memory

import (
	"context"
	"database/sql"
	"sync"
)

type Counter struct {
	db    *sql.DB
	mu    sync.Mutex
	cache map[string]int
	last  int
	err   error
}

func (c *Counter) read(ctx context.Context, name string) (n int, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT n FROM counters WHERE name = $1", name).Scan(&n)
	return n, err
}

func (c *Counter) write(ctx context.Context, name string, n int) error {
	_, err := c.db.ExecContext(ctx, "UPDATE counters SET n = $1 WHERE name = $2", n, name)
	return err
}

func (c *Counter) Map(ctx context.Context, name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.read(ctx, name)
	if err != nil {
		return err
	}
	c.cache[name] = n + 1
	return c.write(ctx, name, n+1)
}

func (c *Counter) Field(ctx context.Context, name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.read(ctx, name)
	if err != nil {
		return err
	}
	c.last = n
	return c.write(ctx, name, n+1)
}

func (c *Counter) keep(name string, n int) { c.cache[name] = n }

func (c *Counter) Helper(ctx context.Context, name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.read(ctx, name)
	if err != nil {
		return err
	}
	c.keep(name, n+1)
	return c.write(ctx, name, n+1)
}

// Kept keeps an error: that is no state.
func (c *Counter) Kept(ctx context.Context, name string) error {
	c.mu.Lock() // want `read-modify-write`
	defer c.mu.Unlock()
	n, err := c.read(ctx, name)
	c.err = err
	if err != nil {
		return err
	}
	return c.write(ctx, name, n+1)
}

// After assigns when the mutex is free again.
func (c *Counter) After(ctx context.Context, name string) error {
	c.mu.Lock() // want `read-modify-write`
	n, err := c.read(ctx, name)
	if err == nil {
		err = c.write(ctx, name, n+1)
	}
	c.mu.Unlock()
	c.last = n
	return err
}

var (
	mu    sync.Mutex
	stamp int
)

// Package assigns to a package variable under a package's mutex.
func Package(ctx context.Context, c *Counter, name string) error {
	mu.Lock()
	defer mu.Unlock()
	n, err := c.read(ctx, name)
	if err != nil {
		return err
	}
	stamp++
	return c.write(ctx, name, n+1)
}
