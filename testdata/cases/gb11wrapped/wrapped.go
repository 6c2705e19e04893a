// Case gb11wrapped: advisory locks behind a helper that returns a function, an error and a connection.
package gb11wrapped

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

var ErrBusy = errors.New("busy")

// tryLock returns the function that unlocks, or ErrBusy.
func tryLock(ctx context.Context, db *sql.DB, id int64) (func(), error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if !ok {
		return nil, errors.Join(ErrBusy, conn.Close())
	}
	return func() {
		defer conn.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		var freed bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&freed); err != nil || !freed {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}, nil
}

// tryLockLost loses the connection when the lock is somebody else's.
func tryLockLost(ctx context.Context, db *sql.DB, id int64) (func(), bool, error) {
	conn, err := db.Conn(ctx) //bug:leakedlock/connection
	if err != nil {
		return nil, false, err
	}
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		return nil, false, errors.Join(err, conn.Close())
	}
	if !ok {
		return nil, false, nil
	}
	return func() {
		defer conn.Close()                                                                                     //bug:pooledlock/returned-locked
		if _, err := conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", id); err != nil { //bug:uncheckedlock/row-dropped
			fmt.Println(err)
		}
	}, true, nil
}

type Nightly struct{ db *sql.DB }

func (n *Nightly) run(ctx context.Context) error {
	_, err := n.db.ExecContext(ctx, "DELETE FROM sessions WHERE expires < now()")
	return err
}

func (n *Nightly) Run(ctx context.Context) error {
	unlock, err := tryLock(ctx, n.db, 1)
	if errors.Is(err, ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	return n.run(ctx)
}

func (n *Nightly) RunLate(ctx context.Context, on bool) error {
	unlock, ok, err := tryLockLost(ctx, n.db, 2) //bug:leakedlock/early-return
	if err != nil || !ok {
		return err
	}
	if !on {
		return nil
	}
	err = n.run(ctx)
	unlock()
	return err
}

func (n *Nightly) RunAnyway(ctx context.Context) error {
	unlock, ok, err := tryLockLost(ctx, n.db, 3) //bug:uncheckedlock/fallthrough
	if err != nil {
		return err
	}
	if ok {
		defer unlock()
	}
	return n.run(ctx)
}
