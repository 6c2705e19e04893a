package payment

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5"

	"example.com/shop/internal/lock"
)

// Invoice gives the session lock back inside the transaction that it numbers in: two invoices get one number.
func (s *Service) Invoice(ctx context.Context, payment int64) (number int64, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", lock.InvoiceSeries); err != nil {
			return err
		}
		defer unlockSeries(ctx, tx)
		n, err := nextInvoice(ctx, tx, payment)
		number = n
		return err
	})
	return number, err
}

func unlockSeries(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	var held bool
	err := tx.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", lock.InvoiceSeries).Scan(&held)
	if err != nil || !held {
		slog.WarnContext(ctx, "invoice series not released", "err", err)
	}
}

// InvoiceFixed takes the lock that the end of the transaction releases.
func (s *Service) InvoiceFixed(ctx context.Context, payment int64) (number int64, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lock.InvoiceSeries); err != nil {
			return err
		}
		n, err := nextInvoice(ctx, tx, payment)
		number = n
		return err
	})
	return number, err
}

func nextInvoice(ctx context.Context, tx pgx.Tx, payment int64) (number int64, err error) {
	if err := tx.QueryRow(ctx, "SELECT coalesce(max(number), 0) + 1 FROM invoices").Scan(&number); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, "INSERT INTO invoices (number, payment_id) VALUES ($1, $2)", number, payment)
	return number, err
}
