// Case t01rowlock: the rows of a payment are locked while a bank without any time limit is asked.
package t01rowlock

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Payments keeps payments and asks a bank.
type Payments struct {
	db   *sql.DB
	bank *http.Client
	fast *http.Client
}

// New makes one.
func New(db *sql.DB) *Payments {
	return &Payments{db: db, bank: &http.Client{}, fast: &http.Client{Timeout: time.Second}}
}

func (p *Payments) charge(c *http.Client, id string) error {
	resp, err := c.Get("https://bank.example/charge/" + id)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Pay asks under the lock.
func (p *Payments) Pay(ctx context.Context, id string) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT state FROM payments WHERE id = $1 FOR UPDATE", id).Scan(&state); err != nil {
		return err
	}
	if err := p.charge(p.bank, id); err != nil { //bug:blockingcall/no-timeout
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE payments SET state = 'paid' WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// PayFast asks for a second at most.
func (p *Payments) PayFast(ctx context.Context, id string) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT state FROM payments WHERE id = $1 FOR UPDATE", id).Scan(&state); err != nil {
		return err
	}
	if err := p.charge(p.fast, id); err != nil {
		return err
	}
	return tx.Commit()
}

// PayAfter asks when the rows are free again.
func (p *Payments) PayAfter(ctx context.Context, id string) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT state FROM payments WHERE id = $1 FOR UPDATE", id).Scan(&state); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return p.charge(p.bank, id)
}

// PayUnlocked locks no rows.
func (p *Payments) PayUnlocked(ctx context.Context, id string) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT state FROM payments WHERE id = $1", id).Scan(&state); err != nil {
		return err
	}
	if err := p.charge(p.bank, id); err != nil {
		return err
	}
	return tx.Commit()
}
