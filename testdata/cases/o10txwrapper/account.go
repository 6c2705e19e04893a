// Case o10txwrapper: the transaction is a wrapper of another package that embeds *sql.Tx and has a Commit of its own; the keyed mutex is free before it.
package o10txwrapper

import (
	"context"
	"sync"

	"locklintcases/o10txwrapper/store"
)

type keyed struct {
	mu sync.Mutex
	m  map[string]*sync.Mutex
}

// Lock returns the function that unlocks.
func (k *keyed) Lock(key string) func() {
	k.mu.Lock()
	if k.m == nil {
		k.m = make(map[string]*sync.Mutex)
	}
	l, ok := k.m[key]
	if !ok {
		l = &sync.Mutex{}
		k.m[key] = l
	}
	k.mu.Unlock()
	l.Lock()
	return l.Unlock
}

type Accounts struct {
	store *store.Store
	locks keyed
}

func (a *Accounts) Set(ctx context.Context, id string, n int64) error {
	tx, err := a.store.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	unlock := a.locks.Lock(id)
	err = tx.SetBalance(ctx, id, n)
	unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (a *Accounts) SetRight(ctx context.Context, id string, n int64) error {
	defer a.locks.Lock(id)()
	tx, err := a.store.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.SetBalance(ctx, id, n); err != nil {
		return err
	}
	return tx.Commit()
}

func (a *Accounts) SetHook(ctx context.Context, id string, n int64) error {
	tx, err := a.store.Begin(ctx)
	if err != nil {
		return err
	}
	unlock := a.locks.Lock(id)
	tx.OnCommit(unlock)
	if err := tx.SetBalance(ctx, id, n); err != nil {
		tx.Rollback()
		unlock()
		return err
	}
	return tx.Commit()
}
