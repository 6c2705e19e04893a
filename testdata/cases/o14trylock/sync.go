// Case o14trylock: TryLock and RWMutex.Lock, unlocked before Commit.
package o14trylock

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

var importMu sync.Mutex

func Import(ctx context.Context, db *sqlx.DB, rows []map[string]any) (bool, error) {
	if !importMu.TryLock() {
		return false, nil
	}
	tx := db.MustBegin()
	for _, r := range rows {
		if _, err := tx.NamedExec("INSERT INTO imports (k, v) VALUES (:k, :v)", r); err != nil {
			tx.Rollback()
			importMu.Unlock()
			return false, err
		}
	}
	importMu.Unlock() //bug:unlockbeforecommit/order
	if err := tx.Commit(); err != nil {
		return false, err
	}
	return true, nil
}

type Rates struct {
	sync.RWMutex
	pool *pgxpool.Pool
}

func (r *Rates) Replace(ctx context.Context, rates map[string]float64) error {
	tx, err := r.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	r.Lock()
	if _, err := tx.Exec(ctx, "DELETE FROM rates"); err != nil {
		r.Unlock()
		return err
	}
	for k, v := range rates {
		if _, err := tx.Exec(ctx, "INSERT INTO rates (k, v) VALUES ($1, $2)", k, v); err != nil {
			r.Unlock()
			return err
		}
	}
	r.Unlock() //bug:unlockbeforecommit/order
	return tx.Commit(ctx)
}

func (r *Rates) ReplaceRight(ctx context.Context, rates map[string]float64) error {
	r.Lock()
	defer r.Unlock()
	tx, err := r.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "DELETE FROM rates"); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
