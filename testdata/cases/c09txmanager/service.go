// Case c09txmanager: a transaction manager behind an interface of another package puts the transaction into ctx; repositories fall back to the pool.
package c09txmanager

import (
	"context"
	"database/sql"
	"sync"

	"locklintcases/c09txmanager/tx"
	"locklintcases/o05ifacenoop/locks"
)

type AccountRepo struct{ db *sql.DB }

func (r *AccountRepo) Balance(ctx context.Context, id string) (n int64, err error) {
	err = tx.From(ctx, r.db).QueryRowContext(ctx, "SELECT balance FROM accounts WHERE id = $1", id).Scan(&n)
	return n, err
}

func (r *AccountRepo) SetBalance(ctx context.Context, id string, n int64) error {
	_, err := tx.From(ctx, r.db).ExecContext(ctx, "UPDATE accounts SET balance = $2 WHERE id = $1", id, n)
	return err
}

type Service struct {
	txm   tx.Manager
	repo  *AccountRepo
	locks locks.Locker
	mu    sync.Mutex
}

func (s *Service) Withdraw(ctx context.Context, id string, n int64) error {
	return s.txm.WithinTransaction(ctx, func(ctx context.Context) error {
		unlock, err := s.locks.Lock(ctx, "account:"+id)
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/closure
		have, err := s.repo.Balance(ctx, id)
		if err != nil {
			return err
		}
		return s.repo.SetBalance(ctx, id, have-n)
	})
}

// WithdrawMethod gives the manager a method value.
func (s *Service) WithdrawAll(ctx context.Context) error {
	return s.txm.WithinTransaction(ctx, s.withdrawAll) //may:unlockbeforecommit
}

func (s *Service) withdrawAll(ctx context.Context) error {
	s.mu.Lock()         //may:localmutex
	defer s.mu.Unlock() //bug:unlockbeforecommit/callee
	return s.repo.SetBalance(ctx, "all", 0)
}

// WithdrawRight locks around the transaction.
func (s *Service) WithdrawRight(ctx context.Context, id string, n int64) error {
	unlock, err := s.locks.Lock(ctx, "account:"+id) //may:keytemplate
	if err != nil {
		return err
	}
	defer unlock()
	return s.txm.WithinTransaction(ctx, func(ctx context.Context) error {
		have, err := s.repo.Balance(ctx, id)
		if err != nil {
			return err
		}
		return s.repo.SetBalance(ctx, id, have-n)
	})
}

// Plain has no transaction.
func (s *Service) Plain(ctx context.Context, id string, n int64) error {
	unlock, err := s.locks.Lock(ctx, "account:"+id) //may:keytemplate
	if err != nil {
		return err
	}
	defer unlock()
	return s.repo.SetBalance(ctx, id, n)
}
