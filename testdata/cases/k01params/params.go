// Case k01params: functions with *sql.Tx, *sqlx.Tx and pgx.Tx parameters lock, write and unlock; their callers commit.
package k01params

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

type Repo struct {
	db    *sql.DB
	dbx   *sqlx.DB
	pool  *pgxpool.Pool
	locks *redislock.Client
	rs    *redsync.Redsync
	mus   sync.Map
}

// Debit is exported; its caller may stand anywhere.
func (r *Repo) Debit(ctx context.Context, tx *sql.Tx, id string, n int64) error {
	v, _ := r.mus.LoadOrStore(id, &sync.Mutex{})
	mu := v.(*sync.Mutex)
	mu.Lock()         //bug:localmutex/read-modify-write
	defer mu.Unlock() //bug:unlockbeforecommit/callee
	var have int64
	if err := tx.QueryRowContext(ctx, "SELECT n FROM acc WHERE id = $1", id).Scan(&have); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE acc SET n = $2 WHERE id = $1", id, have-n)
	return err
}

func (r *Repo) DebitX(ctx context.Context, tx *sqlx.Tx, id string, n int64) error {
	l, err := r.locks.Obtain(ctx, "acc:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE acc SET n = n - $2 WHERE id = $1", id, n); err != nil {
		_ = l.Release(ctx)
		return err
	}
	return l.Release(ctx) //bug:unlockbeforecommit/callee
}

func (r *Repo) DebitPgx(ctx context.Context, tx pgx.Tx, id string, n int64) error {
	m := r.rs.NewMutex("acc:" + id) //may:keytemplate
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer func() { _, _ = m.UnlockContext(context.WithoutCancel(ctx)) }() //bug:unlockbeforecommit/callee
	_, err := tx.Exec(ctx, "UPDATE acc SET n = n - $2 WHERE id = $1", id, n)
	return err
}

// Transfer commits later.
func (r *Repo) Transfer(ctx context.Context, from, to string, n int64) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := r.Debit(ctx, tx, from, n); err != nil {
		return err
	}
	if err := r.Debit(ctx, tx, to, -n); err != nil {
		return err
	}
	return tx.Commit()
}

// Finish gets the transaction and commits it: the release comes after.
func (r *Repo) Finish(ctx context.Context, tx *sql.Tx, id string) error {
	l, err := r.locks.Obtain(ctx, "acc:"+id, 5*time.Second, nil) //may:keytemplate
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if _, err := tx.ExecContext(ctx, "UPDATE acc SET open = false WHERE id = $1", id); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}
