// Case c04generic: generic runners WithTx[T] and WithLock[T], in both orders.
package c04generic

import (
	"context"
	"database/sql"
	"sync"
)

// KeyLock is a mutex per key.
type KeyLock struct {
	mu sync.Mutex
	m  map[string]*sync.Mutex
}

func (k *KeyLock) get(key string) *sync.Mutex {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m, ok := k.m[key]; ok {
		return m
	}
	m := &sync.Mutex{}
	k.m[key] = m
	return m
}

func (k *KeyLock) Lock(key string)   { k.get(key).Lock() }
func (k *KeyLock) Unlock(key string) { k.get(key).Unlock() }

type Counters struct {
	db    *sql.DB
	locks *KeyLock
}

func next(ctx context.Context, tx *sql.Tx, name string) (int64, error) {
	var n int64
	if err := tx.QueryRowContext(ctx, "SELECT n FROM counters WHERE name = $1", name).Scan(&n); err != nil {
		return 0, err
	}
	n++
	if _, err := tx.ExecContext(ctx, "UPDATE counters SET n = $2 WHERE name = $1", name, n); err != nil {
		return 0, err
	}
	return n, nil
}

func (c *Counters) Next(ctx context.Context, name string) (int64, error) {
	return WithTx(ctx, c.db, func(tx *sql.Tx) (int64, error) {
		c.locks.Lock(name)         //bug:localmutex/read-modify-write
		defer c.locks.Unlock(name) //bug:unlockbeforecommit/closure
		return next(ctx, tx, name)
	})
}

func (c *Counters) NextRunner(ctx context.Context, name string) (int64, error) {
	return WithTx(ctx, c.db, func(tx *sql.Tx) (int64, error) {
		return WithLock(c.locks, name, func() (int64, error) { //bug:unlockbeforecommit/caller //bug:localmutex/read-modify-write
			return next(ctx, tx, name)
		})
	})
}

func (c *Counters) NextRight(ctx context.Context, name string) (int64, error) {
	return WithLock(c.locks, name, func() (int64, error) { //bug:localmutex/read-modify-write
		return WithTx(ctx, c.db, func(tx *sql.Tx) (int64, error) { return next(ctx, tx, name) })
	})
}
