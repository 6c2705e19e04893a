// Case gb04advisory: session locks of PostgreSQL and MySQL, through pools, connections and transactions.
package gb04advisory

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

const migrationLock = 7441

var errBusy = errors.New("busy")

// PoolTry takes the lock on one connection of the pool, and gives it back on another.
func PoolTry(ctx context.Context, db *sqlx.DB) error {
	var ok bool
	if err := db.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", migrationLock); err != nil { //bug:pooledlock/pool
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() {
		var freed bool
		_ = db.GetContext(context.Background(), &freed, "SELECT pg_advisory_unlock($1)", migrationLock)
	}()
	_, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS a (id int)")
	return err
}

// locker hides the pool in a struct.
type locker struct{ pool *pgxpool.Pool }

func (l *locker) lock(ctx context.Context, id int64) error {
	_, err := l.pool.Exec(ctx, "SELECT pg_advisory_lock($1)", id) //bug:pooledlock/pool
	return err
}

func (l *locker) unlock(ctx context.Context, id int64) error {
	var ok bool
	return l.pool.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&ok)
}

// MySQL takes the lock on a connection, and does not see whether it got it.
func MySQL(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT GET_LOCK(?, 10)", "jobs"); err != nil { //bug:uncheckedlock/row-dropped
		return err
	}
	_, err = conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	var n sql.NullInt64
	if rerr := conn.QueryRowContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", "jobs").Scan(&n); rerr != nil || n.Int64 != 1 {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return err
}

// MySQLTimeout forgets that 0 means that the time is over.
func MySQLTimeout(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 10)", "jobs").Scan(&got); err != nil { //bug:uncheckedlock/ignored
		return err
	}
	_, err = conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	var n sql.NullInt64
	if rerr := conn.QueryRowContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", "jobs").Scan(&n); rerr != nil || n.Int64 != 1 {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return err
}

// Held gives the connection back with the lock on it where the work failed.
func Held(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() //bug:pooledlock/returned-locked
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(42)"); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "UPDATE counters SET n = n + 1"); err != nil {
		return err
	}
	var ok bool
	if err := conn.QueryRow(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(42)").Scan(&ok); err != nil || !ok {
		return errors.Join(err, conn.Hijack().Close(context.Background()))
	}
	return nil
}

// Leak loses the connection where the lock is somebody else's.
func Leak(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx) //bug:leakedlock/connection
	if err != nil {
		return err
	}
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(43)").Scan(&ok); err != nil {
		_ = conn.Close()
		return err
	}
	if !ok {
		return errBusy
	}
	_, err = conn.ExecContext(ctx, "UPDATE counters SET n = n + 1")
	unlock(conn, 43)
	return err
}

func unlock(conn *sql.Conn, id int) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&ok); err != nil || !ok {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	_ = conn.Close()
}

// Xact is right: the lock ends with the transaction.
func Xact(ctx context.Context, pool *pgxpool.Pool) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	var ok bool
	if err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock(44)").Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if _, err := tx.Exec(ctx, "UPDATE counters SET n = n + 1"); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// Gorm takes the root handle, which is a pool; what the closure of Connection gets is one connection.
func Gorm(db *gorm.DB) error {
	db, err := gorm.Open(nil, &gorm.Config{})
	if err != nil {
		return err
	}
	if err := db.Exec("SELECT pg_advisory_lock(45)").Error; err != nil { //bug:pooledlock/pool
		return err
	}
	defer db.Exec("SELECT pg_advisory_unlock(45)") //bug:uncheckedlock/row-dropped
	return db.Exec("UPDATE counters SET n = n + 1").Error
}

// GormConnection is right.
func GormConnection(db *gorm.DB) error {
	return db.Connection(func(c *gorm.DB) error {
		if err := c.Exec("SELECT pg_advisory_lock(46)").Error; err != nil {
			return err
		}
		defer func() {
			var ok bool
			if err := c.Raw("SELECT pg_advisory_unlock(46)").Scan(&ok).Error; err != nil || !ok {
				fmt.Println("unlock", ok, err)
			}
		}()
		return c.Exec("UPDATE counters SET n = n + 1").Error
	})
}
