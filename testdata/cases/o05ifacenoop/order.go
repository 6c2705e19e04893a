// Case o05ifacenoop: an interface of another package with a Redis implementation and a no-op twin returns an unlock closure, which is called before Commit.
package o05ifacenoop

import (
	"context"
	"database/sql"

	"locklintcases/o05ifacenoop/locks"
)

type Orders struct {
	db     *sql.DB
	locker locks.Locker
}

func (o *Orders) Cancel(ctx context.Context, id string) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	unlock, err := o.locker.Lock(ctx, "lock:order:"+id)
	if err != nil {
		return err
	}
	if err := cancel(ctx, tx, id); err != nil {
		unlock()
		return err
	}
	unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (o *Orders) CancelDefer(ctx context.Context, id string) (err error) {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	unlock, err := o.locker.Lock(ctx, "lock:order:"+id) //may:keytemplate
	if err != nil {
		return err
	}
	defer unlock() //bug:unlockbeforecommit/defer-order
	return cancel(ctx, tx, id)
}

func (o *Orders) CancelRight(ctx context.Context, id string) error {
	unlock, err := o.locker.Lock(ctx, "lock:order:"+id) //may:keytemplate
	if err != nil {
		return err
	}
	defer unlock()
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := cancel(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

func cancel(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, "UPDATE orders SET state = 'cancelled' WHERE id = $1 AND state = 'open'", id)
	return err
}
