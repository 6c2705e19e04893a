// Package presumed knows locks by the shape of an interface only.
package presumed

import (
	"context"
	"database/sql"
)

// Locker has no implementation in sight.
type Locker interface {
	Lock(ctx context.Context, key string) error
	Unlock(ctx context.Context, key string) error
}

// Gate has the names and is no lock: nothing undoes it.
type Gate interface {
	Lock(ctx context.Context, key string) error
}

func Early(ctx context.Context, l Locker, tx *sql.Tx) error {
	if err := l.Lock(ctx, "lock:a"); err != nil {
		return err
	}
	tx.ExecContext(ctx, "DELETE FROM carts")
	l.Unlock(ctx, "lock:a") // want `^lock "lock:a" is released before the transaction commits at line 26: the next holder reads the old rows; release it behind the commit, assuming that presumed\.Locker is a lock \(unlockbeforecommit/order\)$`
	return tx.Commit()
}

func Right(ctx context.Context, l Locker, tx *sql.Tx) error {
	if err := l.Lock(ctx, "lock:a"); err != nil {
		return err
	}
	defer l.Unlock(ctx, "lock:a")
	tx.ExecContext(ctx, "DELETE FROM carts")
	return tx.Commit()
}

func NoLock(ctx context.Context, g Gate, tx *sql.Tx) error {
	if err := g.Lock(ctx, "lock:a"); err != nil {
		return err
	}
	tx.ExecContext(ctx, "DELETE FROM carts")
	return tx.Commit()
}

// Accounts has a lock among other things: its method is called one, and hands back a function that gives it back.
type Accounts interface {
	LockAccount(ctx context.Context, id string) (release func() error, err error)
	OpenAccount(ctx context.Context, id string) (closeIt func() error, err error)
}

func HandedBack(ctx context.Context, a Accounts, tx *sql.Tx) error {
	release, err := a.LockAccount(ctx, "account:a")
	if err != nil {
		return err
	}
	tx.ExecContext(ctx, "DELETE FROM carts")
	release() // want `^lock "account:a" is released before the transaction commits at line 59: the next holder reads the old rows; release it behind the commit, assuming that presumed\.Accounts is a lock \(unlockbeforecommit/order\)$`
	return tx.Commit()
}

func HandedBackRight(ctx context.Context, a Accounts, tx *sql.Tx) error {
	release, err := a.LockAccount(ctx, "account:a")
	if err != nil {
		return err
	}
	defer release()
	tx.ExecContext(ctx, "DELETE FROM carts")
	return tx.Commit()
}

// NotCalledLock: what is handed back closes something.
func NotCalledLock(ctx context.Context, a Accounts, tx *sql.Tx) error {
	closeIt, err := a.OpenAccount(ctx, "account:a")
	if err != nil {
		return err
	}
	tx.ExecContext(ctx, "DELETE FROM carts")
	closeIt()
	return tx.Commit()
}
