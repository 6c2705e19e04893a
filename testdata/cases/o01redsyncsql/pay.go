// Case o01redsyncsql: the redsync mutex is unlocked by hand on the happy path before Commit; the error paths roll back first.
package o01redsyncsql

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/go-redsync/redsync/v4"
)

type Wallets struct {
	db *sql.DB
	rs *redsync.Redsync
}

func (w *Wallets) Pay(ctx context.Context, id int64, amount int64) error {
	tx, err := w.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()

	mutex := w.rs.NewMutex(fmt.Sprintf("wallet:%d:lock", id))
	if err := mutex.LockContext(ctx); err != nil {
		return fmt.Errorf("lock: %w", err)
	}

	var balance int64
	row := tx.QueryRowContext(ctx, `SELECT balance FROM wallets WHERE id = ?`, id)
	if err := row.Scan(&balance); err != nil {
		_, _ = mutex.Unlock()
		return err
	}
	if balance < amount {
		_, _ = mutex.Unlock()
		return fmt.Errorf("insufficient balance")
	}
	if _, err := tx.ExecContext(ctx, `UPDATE wallets SET balance = ? WHERE id = ?`, balance-amount, id); err != nil {
		_, _ = mutex.Unlock()
		return err
	}
	if ok, err := mutex.UnlockContext(ctx); !ok || err != nil { //bug:unlockbeforecommit/order
		return fmt.Errorf("unlock: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// PayRight commits first.
func (w *Wallets) PayRight(ctx context.Context, id int64, amount int64) error {
	mutex := w.rs.NewMutex(fmt.Sprintf("wallet:%d:lock", id)) //may:keytemplate
	if err := mutex.LockContext(ctx); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		_, _ = mutex.Unlock()
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE wallets SET balance = balance - ? WHERE id = ?`, amount, id); err != nil {
		_ = tx.Rollback()
		_, _ = mutex.Unlock()
		return err
	}
	if err := tx.Commit(); err != nil {
		_, _ = mutex.Unlock()
		return err
	}
	_, err = mutex.Unlock()
	return err
}
