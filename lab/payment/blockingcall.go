package payment

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	chargeTime = time.Second
	pause      = 50 * time.Millisecond
	tries      = 3
	settling   = 1500 * time.Millisecond
)

// Notify waits for the gateway as long as that likes, and everybody waits for the account: no-timeout.
func (s *Service) Notify(ctx context.Context, account int64) error {
	unlock, err := s.locks.Take(ctx, accountKey(account))
	if err != nil {
		return err
	}
	defer unlock()
	resp, err := http.Post(s.gateway+"/charge", "application/json", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// NotifyFixed gives the gateway a limit.
func (s *Service) NotifyFixed(ctx context.Context, account int64) error {
	unlock, err := s.locks.Take(ctx, accountKey(account))
	if err != nil {
		return err
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(ctx, chargeTime)
	defer cancel()
	return s.charge(ctx, account)
}

// Insist tries until it works, with the account locked: unbounded-retry.
func (s *Service) Insist(ctx context.Context, account int64) error {
	return s.locked(ctx, account, func() error {
		for {
			if err := s.charge(ctx, account); err == nil {
				return nil
			}
			time.Sleep(pause)
		}
	})
}

// InsistFixed gives up, and leaves it to the next.
func (s *Service) InsistFixed(ctx context.Context, account int64) error {
	return s.locked(ctx, account, func() (err error) {
		for range tries {
			if err = s.charge(ctx, account); err == nil {
				return nil
			}
			time.Sleep(pause)
		}
		return err
	})
}

// locked runs fn with the row of the account locked.
func (s *Service) locked(ctx context.Context, account int64, fn func() error) error {
	return pgx.BeginFunc(ctx, s.pg, func(tx pgx.Tx) error {
		var cents int
		if err := tx.QueryRow(ctx, "select cents from accounts where id = $1 for update", account).Scan(&cents); err != nil {
			return err
		}
		return fn()
	})
}

// Confirm gives the gateway time to settle, at the cost of everybody: sleep.
func (s *Service) Confirm(ctx context.Context, account int64) error {
	unlock, err := s.locks.Take(ctx, accountKey(account))
	if err != nil {
		return err
	}
	defer unlock()
	time.Sleep(settling)
	return s.charge(ctx, account)
}

// ConfirmFixed waits before it locks.
func (s *Service) ConfirmFixed(ctx context.Context, account int64) error {
	time.Sleep(settling)
	unlock, err := s.locks.Take(ctx, accountKey(account))
	if err != nil {
		return err
	}
	defer unlock()
	return s.charge(ctx, account)
}
