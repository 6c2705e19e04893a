// Case u05halves: a helper runs two functions, each under the mutex, which it frees in between; the first one writes in a transaction that commits behind the helper.
package u05halves

import (
	"context"
	"database/sql"
	"sync"
)

type Stock struct {
	db   *sql.DB
	mu   sync.Mutex
	sold int
}

// halves lets others in between the two.
func (s *Stock) halves(first, second func() error) error {
	s.mu.Lock()
	err := first() //review:blockingcall/callback
	s.mu.Unlock()
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return second() //review:blockingcall/callback
}

// Sell commits when the mutex is free again.
func (s *Stock) Sell(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	err = s.halves(func() error { //bug:unlockbeforecommit/order
		_, err := tx.ExecContext(ctx, "UPDATE stock SET n = 0 WHERE id = $1", id)
		return err
	}, func() error {
		s.sold++
		return nil
	})
	if err != nil {
		return err
	}
	return tx.Commit()
}

// SellRight commits in the first half.
func (s *Stock) SellRight(ctx context.Context, id int64) error {
	return s.halves(func() error {
		tx, err := s.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.ExecContext(ctx, "UPDATE stock SET n = 0 WHERE id = $1", id); err != nil {
			return err
		}
		return tx.Commit()
	}, func() error {
		s.sold++
		return nil
	})
}
