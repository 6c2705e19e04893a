// Case o03syncmap: a mutex per show from a sync.Map is unlocked before the sqlx transaction commits.
package o03syncmap

import (
	"context"
	"sync"

	"github.com/jmoiron/sqlx"
)

type Booker struct {
	db    *sqlx.DB
	locks sync.Map // show id -> *sync.Mutex
}

func (b *Booker) lockFor(id string) *sync.Mutex {
	v, _ := b.locks.LoadOrStore(id, &sync.Mutex{})
	return v.(*sync.Mutex)
}

func (b *Booker) Book(ctx context.Context, show string, seat int) error {
	tx, err := b.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()

	mu := b.lockFor(show)
	mu.Lock() //bug:localmutex/read-modify-write
	var n int
	if err := tx.GetContext(ctx, &n, "SELECT taken FROM shows WHERE id = $1", show); err != nil {
		mu.Unlock()
		return err
	}
	if _, err := tx.NamedExecContext(ctx, "UPDATE shows SET taken = :n WHERE id = :id", map[string]any{"n": n + 1, "id": show}); err != nil {
		mu.Unlock()
		return err
	}
	mu.Unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (b *Booker) BookRight(ctx context.Context, show string, seat int) error {
	mu := b.lockFor(show)
	mu.Lock() //bug:localmutex/read-modify-write
	defer mu.Unlock()
	tx, err := b.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var n int
	if err := tx.GetContext(ctx, &n, "SELECT taken FROM shows WHERE id = $1", show); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE shows SET taken = $1 WHERE id = $2", n+1, show); err != nil {
		return err
	}
	return tx.Commit()
}
