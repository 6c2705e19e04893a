// Case gb11twolevel: a runner above a guard above a library, and the ways in which busy gets lost.
package gb11twolevel

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

type guard struct{ rdb *redis.Client }

func (g guard) lock(ctx context.Context, key string) (bool, error) {
	return g.rdb.SetNX(ctx, "lock:"+key, 1, time.Minute).Result()
}

func (g guard) unlock(key string) {
	if err := g.rdb.Del(context.Background(), "lock:"+key).Err(); err != nil { //bug:blindunlock/plain-delete
		log.Println(err)
	}
}

// WithLock says nil where f did not run.
func (g guard) WithLock(ctx context.Context, key string, f func() error) error {
	ok, err := g.lock(ctx, key) //bug:uncheckedlock/busy-as-success
	if err != nil {
		return err
	}
	if !ok {
		log.Println("busy", key)
		return nil
	}
	defer g.unlock(key)
	return f()
}

// WithLockErr is right but for the deletion.
func (g guard) WithLockErr(ctx context.Context, key string, f func() error) error {
	ok, err := g.lock(ctx, key)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	defer g.unlock(key)
	return f()
}

func walletKey(id string) string { return "wallet:" + id }

type Wallet struct {
	g  guard
	db *sql.DB
}

func (w *Wallet) Pay(ctx context.Context, id string) error {
	return w.g.WithLockErr(ctx, walletKey(id), func() error {
		_, err := w.db.ExecContext(ctx, "UPDATE wallets SET n = n - 1 WHERE id = $1", id)
		return err
	})
}

// Tick is right: another replica does this turn.
func (w *Wallet) Tick(ctx context.Context) {
	for range time.Tick(time.Hour) {
		ok, err := w.g.lock(ctx, "tick")
		if err != nil || !ok {
			continue
		}
		if _, err := w.db.ExecContext(ctx, "UPDATE wallets SET n = n + 1"); err != nil {
			log.Println(err)
		}
		w.g.unlock("tick")
	}
}

// Deferred before it is known.
func (w *Wallet) Loser(ctx context.Context, id string) error {
	ok, err := w.g.lock(ctx, walletKey(id))
	defer w.g.unlock(walletKey(id)) //bug:blindunlock/plain-delete //may:leakedlock
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	_, err = w.db.ExecContext(ctx, "UPDATE wallets SET n = n - 1 WHERE id = $1", id)
	return err
}
