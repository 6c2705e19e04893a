package coupon

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Redeem counts a use up under a mutex, of which each replica has its own: read-modify-write.
func (s *Service) Redeem(ctx context.Context, code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var uses int
	if err := s.pg.QueryRow(ctx, "select uses from coupons where code = $1", code).Scan(&uses); err != nil {
		return err
	}
	_, err := s.pg.Exec(ctx, "update coupons set uses = $1 where code = $2", uses+1, code)
	return err
}

// RedeemFixed locks the row, for all replicas.
func (s *Service) RedeemFixed(ctx context.Context, code string) error {
	return pgx.BeginFunc(ctx, s.pg, func(tx pgx.Tx) error {
		var uses int
		if err := tx.QueryRow(ctx, "select uses from coupons where code = $1 for update", code).Scan(&uses); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update coupons set uses = $1 where code = $2", uses+1, code)
		return err
	})
}

// Grant gives a customer a coupon, once, as far as this replica knows: check-then-write.
func (s *Service) Grant(ctx context.Context, customer int64, code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grant(ctx, customer, code)
}

// GrantFixed asks for a lock that all replicas see.
func (s *Service) GrantFixed(ctx context.Context, customer int64, code string) error {
	unlock, err := s.locks.Take(ctx, customerKey(customer))
	if err != nil {
		return err
	}
	defer unlock()
	return s.grant(ctx, customer, code)
}

func (s *Service) grant(ctx context.Context, customer int64, code string) error {
	var has bool
	err := s.pg.QueryRow(ctx, "select true from grants where customer = $1 and code = $2", customer, code).Scan(&has)
	if has || !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	_, err = s.pg.Exec(ctx, "insert into grants (customer, code) values ($1, $2)", customer, code)
	return err
}
