// Case p17far: the type of a lock that only another package names. What its methods do has to come along.
package svc

import (
	"context"
	"database/sql"

	"locklintcases/p17far/locks"
)

type Service struct {
	l  *locks.Locker
	db *sql.DB
}

func (s *Service) charge(ctx context.Context, id string) (*sql.Tx, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET left = left - 1 WHERE id = $1", id); err != nil {
		return nil, tx.Rollback()
	}
	return tx, nil
}

func (s *Service) Result(ctx context.Context, id string) error {
	held, err := s.l.Order(ctx, id)
	if err != nil {
		return err
	}
	tx, err := s.charge(ctx, id)
	if err != nil || tx == nil {
		held.Release()
		return err
	}
	held.Release() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (s *Service) Field(ctx context.Context, id string) error {
	session, err := s.l.Session(ctx, id)
	if err != nil {
		return err
	}
	tx, err := s.charge(ctx, id)
	if err != nil || tx == nil {
		session.Held.Release()
		return err
	}
	session.Held.Release() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (s *Service) Argument(ctx context.Context, id string) error {
	box, err := s.l.Boxed(ctx, id)
	if err != nil {
		return err
	}
	tx, err := s.charge(ctx, id)
	if err != nil || tx == nil {
		box.V.Release()
		return err
	}
	box.V.Release() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (s *Service) Embedded(ctx context.Context, id string) error {
	held, err := s.l.Take(ctx, locks.Key(id))
	if err != nil {
		return err
	}
	tx, err := s.charge(ctx, id)
	if err != nil || tx == nil {
		held.Release()
		return err
	}
	held.Release() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (s *Service) After(ctx context.Context, id string) error {
	held, err := s.l.Order(ctx, id)
	if err != nil {
		return err
	}
	defer held.Release()
	tx, err := s.charge(ctx, id)
	if err != nil || tx == nil {
		return err
	}
	return tx.Commit()
}
