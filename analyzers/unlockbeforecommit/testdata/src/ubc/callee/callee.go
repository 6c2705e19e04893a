// Package callee works in transactions of its callers.
package callee

import (
	"context"
	"database/sql"
	"sync"

	"gorm.io/gorm"
)

type Stock struct{ ID, Qty int }

type Repo struct {
	mu sync.Mutex
	db *gorm.DB
}

// Tx is given a transaction: its type says so.
func (r *Repo) Tx(ctx context.Context, tx *sql.Tx) error {
	r.mu.Lock()
	/* timeline: acquire write release */ defer r.mu.Unlock() // want `^mutex r\.mu is released while the caller's transaction is still open: the next holder reads the old rows; leave the release to the caller, behind its commit, assuming that the caller commits after this function returns \(unlockbeforecommit/callee\)$`
	_, err := tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}

// Own is given a pool.
func (r *Repo) Own(ctx context.Context, db *sql.DB) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := db.ExecContext(ctx, "DELETE FROM carts")
	return err
}

// Gorm may be given either; a caller gives it a transaction.
func (r *Repo) Gorm(db *gorm.DB, id int) error {
	r.mu.Lock()
	defer r.mu.Unlock() // want `^mutex r\.mu is released while the caller's transaction is still open.*\(unlockbeforecommit/callee\)$`
	return db.Model(&Stock{}).Where("id = ?", id).Update("qty", 0).Error
}

func (r *Repo) Caller(id int) error {
	return r.db.Transaction(func(tx *gorm.DB) error { return r.Gorm(tx, id) })
}

// Pool is only ever given a pool.
func (r *Repo) Pool(db *gorm.DB, id int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return db.Model(&Stock{}).Where("id = ?", id).Update("qty", 0).Error
}

func (r *Repo) PoolCaller(id int) error { return r.Pool(r.db, id) }

// Reads writes nothing.
func (r *Repo) Reads(ctx context.Context, tx *sql.Tx) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM carts").Scan(&n)
	return n, err
}

// Given on twice, the transaction is still one.
func (r *Repo) Deep(id int) error {
	return r.db.Transaction(func(tx *gorm.DB) error { return r.onward(tx, id) })
}

func (r *Repo) onward(db *gorm.DB, id int) error { return r.further(db, id) }

func (r *Repo) further(db *gorm.DB, id int) error { return r.Last(db, id) }

func (r *Repo) Last(db *gorm.DB, id int) error {
	r.mu.Lock()
	defer r.mu.Unlock() // want `unlockbeforecommit/callee`
	return db.Model(&Stock{}).Where("id = ?", id).Update("qty", 0).Error
}
