// Case gb18conns: connections with session locks on them, in structs and helpers.
package gb18conns

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

var ErrBusy = errors.New("busy")

// Lock keeps the connection with the lock on it.
type Lock struct {
	conn *pgxpool.Conn
	id   int64
}

// Take is right: whoever does not get the lock gives the connection back.
func Take(ctx context.Context, pool *pgxpool.Pool, id int64) (*Lock, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil || !ok {
		conn.Release()
		return nil, errors.Join(err, ErrBusy)
	}
	return &Lock{conn: conn, id: id}, nil
}

// Release is right: a connection that could not be unlocked is closed.
func (l *Lock) Release() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var ok bool
	if err := l.conn.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", l.id).Scan(&ok); err != nil || !ok {
		return errors.Join(err, l.conn.Hijack().Close(ctx))
	}
	l.conn.Release()
	return nil
}

// TakeLost loses the connection where somebody else has the lock.
func TakeLost(ctx context.Context, pool *pgxpool.Pool, id int64) (*Lock, error) {
	conn, err := pool.Acquire(ctx) //bug:leakedlock/connection
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		conn.Release()
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return &Lock{conn: conn, id: id}, nil
}

// ReleaseBack gives the connection back whatever the unlock said.
func (l *Lock) ReleaseBack(ctx context.Context) error {
	defer l.conn.Release() //bug:pooledlock/returned-locked
	var ok bool
	return l.conn.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", l.id).Scan(&ok)
}

// Job uses the lock.
func Job(ctx context.Context, pool *pgxpool.Pool) error {
	l, err := Take(ctx, pool, 1)
	if errors.Is(err, ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer l.Release()
	_, err = pool.Exec(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// JobLeft leaves it.
func JobLeft(ctx context.Context, pool *pgxpool.Pool, dry bool) error {
	l, err := Take(ctx, pool, 1) //bug:leakedlock/early-return
	if err != nil {
		return err
	}
	if dry {
		return nil
	}
	_, err = pool.Exec(ctx, "DELETE FROM jobs WHERE done")
	return errors.Join(err, l.Release())
}

// Sqlx takes the lock on a connection of sqlx.
func Sqlx(ctx context.Context, db *sqlx.DB) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	if err := conn.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock(2)"); err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	_, err = conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	if uerr := conn.GetContext(context.WithoutCancel(ctx), &ok, "SELECT pg_advisory_unlock(2)"); uerr != nil || !ok {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return err
}

// SqlxPool takes it on one connection and gives it back through the pool.
func SqlxPool(ctx context.Context, db *sqlx.DB) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //bug:pooledlock/returned-locked
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(3)"); err != nil {
		return err
	}
	var ok bool
	defer db.GetContext(context.WithoutCancel(ctx), &ok, "SELECT pg_advisory_unlock(3)") //bug:pooledlock/pool
	_, err = conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// One is right: one connection that is no pool's.
func One(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(4)"); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "DELETE FROM jobs WHERE done")
	var ok bool
	return errors.Join(err, conn.QueryRow(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(4)").Scan(&ok))
}

// InTx takes the session's lock inside of a transaction of the pool.
func InTx(ctx context.Context, pool *pgxpool.Pool) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock(5)"); err != nil { //may:leakedlock
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM jobs WHERE done"); err != nil {
		return err
	}
	var ok bool
	if err := tx.QueryRow(ctx, "SELECT pg_advisory_unlock(5)").Scan(&ok); err != nil { //bug:unlockbeforecommit/session
		return err
	}
	return tx.Commit(ctx)
}

// MySQL through the pool, in one text with the work.
func MySQL(ctx context.Context, db *sql.DB) error {
	var got sql.NullInt64
	if err := db.QueryRowContext(ctx, "SELECT GET_LOCK('jobs', 0)").Scan(&got); err != nil { //bug:pooledlock/pool
		return err
	}
	if !got.Valid || got.Int64 != 1 {
		return ErrBusy
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK('jobs')") //may:uncheckedlock
	_, err := db.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}
