// Case lmrefcount: a mutex for each key, in an entry that counts who wants it and goes away with the last of them. It is a mutex of this process all the same.
package lmrefcount

import (
	"context"
	"database/sql"
	"sync"
)

type entry struct {
	mu   sync.Mutex
	refs int
}

// Keyed has a mutex for each key.
type Keyed struct {
	mu sync.Mutex
	m  map[string]*entry
}

// Lock takes that of a key.
func (k *Keyed) Lock(key string) func() {
	k.mu.Lock()
	e := k.m[key]
	if e == nil {
		e = &entry{}
		k.m[key] = e
	}
	e.refs++
	k.mu.Unlock()
	e.mu.Lock()
	return func() {
		e.mu.Unlock()
		k.mu.Lock()
		e.refs--
		if e.refs == 0 {
			delete(k.m, key)
		}
		k.mu.Unlock()
	}
}

type Wallets struct {
	keyed Keyed
	db    *sql.DB
}

func (w *Wallets) Pay(ctx context.Context, id string, n int) error {
	defer w.keyed.Lock(id)() //bug:localmutex/read-modify-write
	var left int
	if err := w.db.QueryRowContext(ctx, "SELECT n FROM wallets WHERE id = $1", id).Scan(&left); err != nil {
		return err
	}
	_, err := w.db.ExecContext(ctx, "UPDATE wallets SET n = $1 WHERE id = $2", left-n, id)
	return err
}

// Forgets leaves the mutex locked where nothing is left.
func (w *Wallets) Forgets(ctx context.Context, id string) error {
	unlock := w.keyed.Lock(id) //bug:leakedlock/early-return
	var left int
	if err := w.db.QueryRowContext(ctx, "SELECT n FROM wallets WHERE id = $1", id).Scan(&left); err != nil {
		return err
	}
	unlock()
	return nil
}

// Reads changes nothing.
func (w *Wallets) Reads(ctx context.Context, id string) (left int, err error) {
	defer w.keyed.Lock(id)()
	err = w.db.QueryRowContext(ctx, "SELECT n FROM wallets WHERE id = $1", id).Scan(&left)
	return left, err
}

// Conditional is right on several nodes too.
func (w *Wallets) Conditional(ctx context.Context, id string, n int) error {
	defer w.keyed.Lock(id)()
	_, err := w.db.ExecContext(ctx, "UPDATE wallets SET n = n - $1 WHERE id = $2 AND n >= $1", n, id)
	return err
}
