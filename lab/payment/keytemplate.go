package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/locklint/locklint/lab/lock"
)

// Charge takes the account's key from its template.
func (s *Service) Charge(ctx context.Context, account int64, cents int) error {
	return s.locks.With(ctx, accountKey(account), func(ctx context.Context) error { return s.credit(ctx, account, cents) })
}

// Refund builds the account's key by hand, and another than Charge: bypass.
func (s *Service) Refund(ctx context.Context, account int64, cents int) error {
	key := fmt.Sprintf("lock:account:%d:refund", account)
	return s.locks.With(ctx, key, func(ctx context.Context) error { return s.credit(ctx, account, cents) })
}

// RefundFixed takes the key of Charge.
func (s *Service) RefundFixed(ctx context.Context, account int64, cents int) error {
	return s.locks.With(ctx, accountKey(account), func(ctx context.Context) error { return s.credit(ctx, account, cents) })
}

// Fee frees another key than it takes: mismatch.
func (s *Service) Fee(ctx context.Context, account int64, cents int) error {
	token := lock.NewToken()
	ok, err := s.locks.Acquire(ctx, accountKey(account), token)
	if err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	defer s.locks.Release(ctx, orderKey(account), token)
	return s.credit(ctx, account, cents)
}

// FeeFixed builds the key once.
func (s *Service) FeeFixed(ctx context.Context, account int64, cents int) error {
	key, token := accountKey(account), lock.NewToken()
	ok, err := s.locks.Acquire(ctx, key, token)
	if err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	defer s.locks.Release(ctx, key, token)
	return s.credit(ctx, account, cents)
}

// The advisory locks of the nightly jobs.
const (
	interestLock      int64 = 7301
	statementsLock    int64 = 7301 // was copied and not changed
	statementsLockNew int64 = 7302
)

// Interest runs long.
func (s *Service) Interest(ctx context.Context) error {
	return s.nightly(ctx, interestLock, "update accounts set cents = cents + cents / 100")
}

// Statements has nothing to do with Interest, and waits for it: collision.
func (s *Service) Statements(ctx context.Context) error {
	return s.nightly(ctx, statementsLock, "delete from payments where cents = 0")
}

// StatementsFixed has a number of its own.
func (s *Service) StatementsFixed(ctx context.Context) error {
	return s.nightly(ctx, statementsLockNew, "delete from payments where cents = 0")
}

func (s *Service) nightly(ctx context.Context, number int64, statement string) error {
	return pgx.BeginFunc(ctx, s.pg, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", number); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, statement)
		return err
	})
}

// Payout has the time in its key, so that each request has a lock of its own: volatile.
func (s *Service) Payout(ctx context.Context, order int64) error {
	key := fmt.Sprintf("lock:payout:%d:%d", order, time.Now().UnixNano())
	return s.locks.With(ctx, key, func(ctx context.Context) error { return s.settle(ctx, s.pg, order) })
}

// PayoutFixed has the order alone in it.
func (s *Service) PayoutFixed(ctx context.Context, order int64) error {
	return s.locks.With(ctx, orderKey(order), func(ctx context.Context) error { return s.settle(ctx, s.pg, order) })
}

func quoteKey(order int64) string { return fmt.Sprintf("quote:%d", order) }

func quoteLock(order int64) string { return fmt.Sprintf("lock:quote:%d", order) }

// Quote locks the very key that it writes; what it leaves there keeps everybody out: datakey.
func (s *Service) Quote(ctx context.Context, order int64, cents int) error {
	unlock, err := s.locks.Try(ctx, quoteKey(order))
	if err != nil {
		return err
	}
	defer unlock()
	return s.rdb.Set(ctx, quoteKey(order), cents, time.Hour).Err()
}

// QuoteFixed locks a key of its own.
func (s *Service) QuoteFixed(ctx context.Context, order int64, cents int) error {
	unlock, err := s.locks.Try(ctx, quoteLock(order))
	if err != nil {
		return err
	}
	defer unlock()
	return s.rdb.Set(ctx, quoteKey(order), cents, time.Hour).Err()
}
