package stock

import (
	"context"
	"database/sql"
	"errors"
)

// Sell frees the item one line too early: order.
func (s *Service) Sell(ctx context.Context, item int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	err = sell(ctx, tx, item)
	unlock()
	if err != nil {
		return err
	}
	return tx.Commit()
}

// SellFixed frees the item behind the commit.
func (s *Service) SellFixed(ctx context.Context, item int64) error {
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := sell(ctx, tx, item); err != nil {
		return err
	}
	return tx.Commit()
}

// Reserve defers the unlock behind the commit, and so runs it first: defer-order.
func (s *Service) Reserve(ctx context.Context, item int64) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer end(tx, &err)
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	return sell(ctx, tx, item)
}

// ReserveFixed has the two the other way round.
func (s *Service) ReserveFixed(ctx context.Context, item int64) (err error) {
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer end(tx, &err)
	return sell(ctx, tx, item)
}

func end(tx *sql.Tx, err *error) {
	if *err != nil {
		*err = errors.Join(*err, tx.Rollback())
		return
	}
	*err = tx.Commit()
}

// Pick takes and frees the lock within the runner's function; the runner commits afterwards: closure.
func (s *Service) Pick(ctx context.Context, item int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		unlock, err := s.locks.Take(ctx, itemKey(item))
		if err != nil {
			return err
		}
		defer unlock()
		return sell(ctx, tx, item)
	})
}

// PickFixed has the transaction within the lock.
func (s *Service) PickFixed(ctx context.Context, item int64) error {
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	return s.inTx(ctx, func(tx *sql.Tx) error { return sell(ctx, tx, item) })
}

// Book has two runners the wrong way round: caller.
func (s *Service) Book(ctx context.Context, item int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		return s.locks.With(ctx, itemKey(item), func(ctx context.Context) error { return sell(ctx, tx, item) })
	})
}

// BookFixed has them the right way round.
func (s *Service) BookFixed(ctx context.Context, item int64) error {
	return s.locks.With(ctx, itemKey(item), func(ctx context.Context) error {
		return s.inTx(ctx, func(tx *sql.Tx) error { return sell(ctx, tx, item) })
	})
}

// Withdraw frees an advisory lock of the session within the transaction: session.
func (s *Service) Withdraw(ctx context.Context, item int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "select pg_advisory_lock($1)", item); err != nil {
			return err
		}
		sold := sell(ctx, tx, item)
		var freed bool
		err := tx.QueryRowContext(ctx, "select pg_advisory_unlock($1)", item).Scan(&freed)
		if err == nil && !freed {
			err = errNotHeld
		}
		return errors.Join(sold, err)
	})
}

// WithdrawFixed takes the lock that ends with the transaction.
func (s *Service) WithdrawFixed(ctx context.Context, item int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "select pg_advisory_xact_lock($1)", item); err != nil {
			return err
		}
		return sell(ctx, tx, item)
	})
}

// Ship is an order that is sent: the caller of ship commits.
func (s *Service) Ship(ctx context.Context, item int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error { return s.Deduct(ctx, tx, item) })
}

// Deduct works in its caller's transaction, and frees the item before that commits: callee.
func (s *Service) Deduct(ctx context.Context, tx *sql.Tx, item int64) error {
	unlock, err := s.locks.Take(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	return sell(ctx, tx, item)
}

// ShipFixed locks around the transaction.
func (s *Service) ShipFixed(ctx context.Context, item int64) error {
	return s.locks.With(ctx, itemKey(item), func(ctx context.Context) error {
		return s.inTx(ctx, func(tx *sql.Tx) error { return s.DeductFixed(ctx, tx, item) })
	})
}

// DeductFixed leaves the lock to its caller.
func (s *Service) DeductFixed(ctx context.Context, tx *sql.Tx, item int64) error {
	return sell(ctx, tx, item)
}
