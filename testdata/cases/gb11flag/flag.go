// Case gb11flag: a claim that a flag keeps when the work was done, and one that is dropped in the deferred function whatever happened.
package gb11flag

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

func lockKey(file string) string { return "import:lock:" + file }

type Importer struct {
	rdb *redis.Client
	db  *sql.DB
}

func (i *Importer) load(ctx context.Context, file string) error {
	_, err := i.db.ExecContext(ctx, "INSERT INTO loads (file) VALUES ($1)", file)
	return err
}

// Load is right: the key stays where the file was loaded, and is dropped where it was not.
func (i *Importer) Load(ctx context.Context, file string) error {
	key := lockKey(file)
	ok, err := i.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	done := false
	defer func() {
		if !done {
			i.rdb.Del(context.WithoutCancel(ctx), key)
		}
	}()
	if err := i.load(ctx, file); err != nil {
		return err
	}
	done = true
	return nil
}

// LoadNamed is right too: the flag is the error that is returned.
func (i *Importer) LoadNamed(ctx context.Context, file string) (err error) {
	key := lockKey(file)
	ok, err := i.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	defer func() {
		if err != nil {
			i.rdb.Del(context.WithoutCancel(ctx), key)
		}
	}()
	return i.load(ctx, file)
}

// LoadCleared is right: the function that drops the key is replaced when all is done.
func (i *Importer) LoadCleared(ctx context.Context, file string) error {
	key := lockKey(file)
	ok, err := i.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	drop := func() { i.rdb.Del(context.WithoutCancel(ctx), key) }
	defer func() { drop() }()
	if err := i.load(ctx, file); err != nil {
		return err
	}
	drop = func() {}
	return nil
}

// Locked drops the key in any case: that is a lock.
func (i *Importer) Locked(ctx context.Context, file string) error {
	key := lockKey(file)
	ok, err := i.rdb.SetNX(ctx, key, 1, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	held := true
	unlock := func() {
		if held {
			i.rdb.Del(context.WithoutCancel(ctx), key)
			held = false
		}
	}
	defer unlock() //bug:blindunlock/plain-delete
	if err := i.load(ctx, file); err != nil {
		return err
	}
	unlock()
	println("loaded", file)
	return nil
}
