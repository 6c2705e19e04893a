// Case o04chanmutex: a channel of capacity one is the mutex; the token goes back before pgx commits.
package o04chanmutex

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Ledger struct {
	pool *pgxpool.Pool
	sem  chan struct{}
}

func New(pool *pgxpool.Pool) *Ledger {
	return &Ledger{pool: pool, sem: make(chan struct{}, 1)}
}

func (l *Ledger) Append(ctx context.Context, amount int64) error {
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)

	select {
	case l.sem <- struct{}{}: //bug:localmutex/read-modify-write
	case <-ctx.Done():
		return ctx.Err()
	}
	var last int64
	if err := tx.QueryRow(ctx, "SELECT total FROM ledger ORDER BY id DESC LIMIT 1").Scan(&last); err != nil {
		<-l.sem
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO ledger (total) VALUES ($1)", last+amount); err != nil {
		<-l.sem
		return err
	}
	<-l.sem //bug:unlockbeforecommit/order
	return tx.Commit(ctx)
}

func (l *Ledger) AppendDefer(ctx context.Context, amount int64) (err error) {
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback(context.WithoutCancel(ctx))
			return
		}
		err = tx.Commit(ctx)
	}()
	l.sem <- struct{}{}
	defer func() { <-l.sem }() //bug:unlockbeforecommit/defer-order
	_, err = tx.Exec(ctx, "INSERT INTO ledger (total) VALUES ($1)", amount)
	return err
}

func (l *Ledger) AppendRight(ctx context.Context, amount int64) error {
	l.sem <- struct{}{}
	defer func() { <-l.sem }()
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "INSERT INTO ledger (total) VALUES ($1)", amount); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
