// Case oku13rightloops: per-item lock, transaction, commit, unlock in loops, switches and with goto, always in the right order.
package oku13rightloops

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

type Jobs struct {
	db   *sqlx.DB
	pool *pgxpool.Pool
	mu   sync.Mutex
}

func (j *Jobs) Drain(ctx context.Context, ids []int) (err error) {
	for _, id := range ids {
		j.mu.Lock()
		tx, terr := j.db.BeginTxx(ctx, nil)
		if terr != nil {
			j.mu.Unlock()
			return terr
		}
		if _, terr = tx.ExecContext(ctx, "UPDATE jobs SET done = true WHERE id = $1", id); terr != nil {
			_ = tx.Rollback()
			j.mu.Unlock()
			err = errors.Join(err, terr)
			continue
		}
		if terr = tx.Commit(); terr != nil {
			err = errors.Join(err, terr)
		}
		j.mu.Unlock()
	}
	return err
}

func (j *Jobs) Drain2(ctx context.Context, ids []int) error {
	for {
		if len(ids) == 0 {
			return nil
		}
		id := ids[0]
		ids = ids[1:]
		if err := func() error {
			j.mu.Lock()
			defer j.mu.Unlock()
			tx, err := j.pool.Begin(ctx)
			if err != nil {
				return err
			}
			defer tx.Rollback(ctx)
			if _, err := tx.Exec(ctx, "UPDATE jobs SET done = true WHERE id = $1", id); err != nil {
				return err
			}
			return tx.Commit(ctx)
		}(); err != nil {
			return err
		}
	}
}

func (j *Jobs) End(ctx context.Context, id int, how string) error {
	j.mu.Lock()
	tx, err := j.pool.Begin(ctx)
	if err != nil {
		goto out
	}
	_, err = tx.Exec(ctx, "UPDATE jobs SET state = $2 WHERE id = $1", id, how)
	switch {
	case err != nil:
		_ = tx.Rollback(ctx)
	case how == "test":
		err = tx.Rollback(ctx)
	default:
		err = tx.Commit(ctx)
	}
out:
	j.mu.Unlock()
	return err
}

// Batches keeps one transaction over several rounds, and takes the mutex only for a queue in memory.
func (j *Jobs) Batches(ctx context.Context, queue *[]int) error {
	tx, err := j.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	for {
		j.mu.Lock()
		if len(*queue) == 0 {
			j.mu.Unlock()
			break
		}
		id := (*queue)[0]
		*queue = (*queue)[1:]
		j.mu.Unlock()
		if _, err := tx.Exec(ctx, "UPDATE jobs SET done = true WHERE id = $1", id); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}
