// Case o23intkey: an interface that is presumed to be a lock and takes the number of a row for its key: two numbers are two locks. What only one side takes is no key.
package o23intkey

import (
	"context"
	"database/sql"
)

// Locker locks rows by their number.
type Locker interface {
	Lock(ctx context.Context, id int64) error
	Unlock(ctx context.Context, id int64) error
}

// Waiter is one lock; the number is for how many milliseconds to wait for it.
type Waiter interface {
	Lock(ctx context.Context, millis int) error
	Unlock(ctx context.Context) error
}

// Owned is one lock too; the text is for who looks at it.
type Owned interface {
	Lock(ctx context.Context, owner string) error
	Unlock(ctx context.Context) error
}

type Orders struct {
	db     *sql.DB
	locks  Locker
	waiter Waiter
	owned  Owned
}

func (o *Orders) Early(ctx context.Context, id int64) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := o.locks.Lock(ctx, id); err != nil {
		return err
	}
	if err := take(ctx, tx, id); err != nil {
		o.locks.Unlock(ctx, id)
		return err
	}
	o.locks.Unlock(ctx, id) //bug:unlockbeforecommit/order
	return tx.Commit()
}

// Other gives the lock of another row back, which its caller had taken; the one of its own is held until the end.
func (o *Orders) Other(ctx context.Context, before, id int64) error {
	if err := o.locks.Lock(ctx, id); err != nil {
		return err
	}
	defer o.locks.Unlock(ctx, id)
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := take(ctx, tx, id); err != nil {
		return err
	}
	o.locks.Unlock(ctx, before)
	return tx.Commit()
}

func (o *Orders) Waited(ctx context.Context, id int64) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := o.waiter.Lock(ctx, 500); err != nil {
		return err
	}
	if err := take(ctx, tx, id); err != nil {
		o.waiter.Unlock(ctx)
		return err
	}
	o.waiter.Unlock(ctx) //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (o *Orders) Named(ctx context.Context, id int64) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := o.owned.Lock(ctx, "orders"); err != nil {
		return err
	}
	if err := take(ctx, tx, id); err != nil {
		o.owned.Unlock(ctx)
		return err
	}
	o.owned.Unlock(ctx) //bug:unlockbeforecommit/order
	return tx.Commit()
}

func take(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE orders SET left = left - 1 WHERE id = $1", id)
	return err
}
