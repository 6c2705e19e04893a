// Package presumed knows locks by the shape of an interface only.
package presumed

import (
	"context"
	"database/sql"
	"log"
)

type Locker interface {
	Lock(ctx context.Context, key string) error
	Unlock(ctx context.Context, key string) error
}

// Gate has the names and is no lock: nothing undoes it.
type Gate interface {
	Lock(ctx context.Context, key string) error
}

func Logs(ctx context.Context, l Locker, db *sql.DB) error {
	if err := l.Lock(ctx, "lock:a"); err != nil { // want `^where lock "lock:a" was not obtained, line 25 runs all the same, beside another holder; return or try again there, assuming that presumed\.Locker is a lock \(uncheckedlock/fallthrough\)$`
		log.Println(err)
	}
	defer l.Unlock(ctx, "lock:a")
	_, err := db.ExecContext(ctx, "DELETE FROM carts")
	return err
}

func Right(ctx context.Context, l Locker, db *sql.DB) error {
	if err := l.Lock(ctx, "lock:a"); err != nil {
		return err
	}
	defer l.Unlock(ctx, "lock:a")
	_, err := db.ExecContext(ctx, "DELETE FROM carts")
	return err
}

func NoLock(ctx context.Context, g Gate, db *sql.DB) error {
	if err := g.Lock(ctx, "lock:a"); err != nil {
		log.Println(err)
	}
	_, err := db.ExecContext(ctx, "DELETE FROM carts")
	return err
}
