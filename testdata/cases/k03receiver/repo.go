// Case k03receiver: the receiver holds the transaction; its method locks, writes and unlocks.
package k03receiver

import (
	"context"
	"database/sql"
	"sync"
)

var skuLocks = struct {
	sync.Mutex
	m map[string]*sync.Mutex
}{m: map[string]*sync.Mutex{}}

func lockSKU(sku string) *sync.Mutex {
	skuLocks.Lock()
	defer skuLocks.Unlock()
	l, ok := skuLocks.m[sku]
	if !ok {
		l = &sync.Mutex{}
		skuLocks.m[sku] = l
	}
	return l
}

// TxRepo is bound to a transaction.
type TxRepo struct{ tx *sql.Tx }

func (r *TxRepo) Reserve(ctx context.Context, sku string) error {
	l := lockSKU(sku)
	l.Lock()         //bug:localmutex/read-modify-write
	defer l.Unlock() //bug:unlockbeforecommit/callee
	var n int
	if err := r.tx.QueryRowContext(ctx, "SELECT qty FROM stock WHERE sku = $1", sku).Scan(&n); err != nil {
		return err
	}
	_, err := r.tx.ExecContext(ctx, "UPDATE stock SET qty = $2 WHERE sku = $1", sku, n-1)
	return err
}

// Store begins.
type Store struct{ db *sql.DB }

func (s *Store) Reserve(ctx context.Context, skus ...string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	r := &TxRepo{tx: tx}
	for _, sku := range skus {
		if err := r.Reserve(ctx, sku); err != nil { //may:unlockbeforecommit
			return err
		}
	}
	return tx.Commit()
}
