// Case c03begintxfunc: pgx.BeginTxFunc with a lock that the closure takes and gives back.
package c03begintxfunc

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"locklintcases/o05ifacenoop/locks"
)

type Repo struct {
	pool  *pgxpool.Pool
	locks locks.Locker
}

func (r *Repo) Close(ctx context.Context, id int64) error {
	return pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{AccessMode: pgx.ReadWrite}, func(tx pgx.Tx) error {
		unlock, err := r.locks.Lock(ctx, "ticket")
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/closure
		_, err = tx.Exec(ctx, "UPDATE tickets SET open = false WHERE id = $1", id)
		return err
	})
}

// CloseConn pins a connection.
func (r *Repo) CloseConn(ctx context.Context, id int64) error {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) (err error) {
		unlock, err := r.locks.Lock(ctx, "ticket")
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/closure
		rows, err := tx.Query(ctx, "UPDATE tickets SET open = false WHERE id = $1 RETURNING id", id)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(&id); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// CloseCallback uses the pool's own runner.
func (r *Repo) CloseCallback(ctx context.Context, id int64) error {
	return r.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		unlock, err := r.locks.Lock(ctx, "ticket")
		if err != nil {
			return err
		}
		defer unlock()
		_, err = c.Exec(ctx, "UPDATE tickets SET open = false WHERE id = $1", id)
		return err
	})
}

// CloseRight locks around.
func (r *Repo) CloseRight(ctx context.Context, id int64) error {
	unlock, err := r.locks.Lock(ctx, "ticket")
	if err != nil {
		return err
	}
	defer unlock()
	return pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		_, err = tx.Exec(ctx, "UPDATE tickets SET open = false WHERE id = $1", id)
		return err
	})
}
