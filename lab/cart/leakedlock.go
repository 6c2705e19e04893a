package cart

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/locklint/locklint/lab/lock"
)

// Hold keeps the lock when somebody asks for too many: early-return.
func (s *Service) Hold(ctx context.Context, item int64, n int) error {
	unlock, err := s.locks.Try(ctx, itemKey(item))
	if err != nil {
		return err
	}
	qty, err := pieces(ctx, s.pg, item)
	if err != nil {
		unlock()
		return err
	}
	if qty < n {
		return ErrSoldOut
	}
	_, err = s.pg.Exec(ctx, "update stock set qty = $1 where item = $2", qty-n, item)
	unlock()
	return err
}

// HoldFixed frees it on all ways out.
func (s *Service) HoldFixed(ctx context.Context, item int64, n int) error {
	unlock, err := s.locks.Try(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	return s.hold(ctx, item, n)
}

// Add defers the unlock behind a return: late-defer.
func (s *Service) Add(ctx context.Context, item int64, n int) error {
	unlock, err := s.locks.Try(ctx, itemKey(item))
	if err != nil {
		return err
	}
	qty, err := pieces(ctx, s.pg, item)
	if err != nil {
		return err
	}
	if qty < n {
		return ErrSoldOut
	}
	defer unlock()
	_, err = s.pg.Exec(ctx, "update stock set qty = $1 where item = $2", qty-n, item)
	return err
}

// AddFixed defers it right behind the lock.
func (s *Service) AddFixed(ctx context.Context, item int64, n int) error {
	unlock, err := s.locks.Try(ctx, itemKey(item))
	if err != nil {
		return err
	}
	defer unlock()
	qty, err := pieces(ctx, s.pg, item)
	if err != nil {
		return err
	}
	if qty < n {
		return ErrSoldOut
	}
	_, err = s.pg.Exec(ctx, "update stock set qty = $1 where item = $2", qty-n, item)
	return err
}

// Reserve keeps the connection when somebody else has the lock: connection.
func (s *Service) Reserve(ctx context.Context, item int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", item).Scan(&ok); err != nil {
		conn.Release()
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	defer conn.Release()
	_, err = pieces(ctx, conn, item)
	return errors.Join(err, unlock(ctx, conn, item))
}

// ReserveFixed gives it back in any case.
func (s *Service) ReserveFixed(ctx context.Context, item int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", item).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	_, err = pieces(ctx, conn, item)
	return errors.Join(err, unlock(ctx, conn, item))
}

// unlock gives back the advisory lock of conn. When that fails, conn is closed, and the lock ends with it.
func unlock(ctx context.Context, conn *pgxpool.Conn, item int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), freeTime)
	defer cancel()
	var freed bool
	err := conn.QueryRow(ctx, "select pg_advisory_unlock($1)", item).Scan(&freed)
	if err == nil && freed {
		return nil
	}
	return errors.Join(err, conn.Conn().Close(ctx))
}

// Refresh unlocks although it did not lock: early-defer.
func (s *Service) Refresh(ctx context.Context, item int64) error {
	defer s.prices.Unlock()
	if !s.prices.TryLock() {
		return lock.ErrBusy
	}
	return s.load(ctx, item)
}

// RefreshFixed unlocks what it has locked.
func (s *Service) RefreshFixed(ctx context.Context, item int64) error {
	if !s.prices.TryLock() {
		return lock.ErrBusy
	}
	defer s.prices.Unlock()
	return s.load(ctx, item)
}

// load reads a price. The caller holds prices.
func (s *Service) load(ctx context.Context, item int64) error {
	qty, err := pieces(ctx, s.pg, item)
	if err == nil {
		s.price[item] = 100 + qty
	}
	return err
}

// Price unlocks by hand what the defer unlocks again: double.
func (s *Service) Price(ctx context.Context, item int64) error {
	s.prices.Lock()
	defer s.prices.Unlock()
	if err := s.load(ctx, item); err != nil {
		s.prices.Unlock()
		return err
	}
	return nil
}

// PriceFixed leaves it to the defer.
func (s *Service) PriceFixed(ctx context.Context, item int64) error {
	s.prices.Lock()
	defer s.prices.Unlock()
	return s.load(ctx, item)
}

// Show pairs the lock of a reader with the unlock of a writer: wrong-handle.
func (s *Service) Show(item int64) int {
	s.prices.RLock()
	defer s.prices.Unlock()
	return s.price[item]
}

// ShowFixed pairs the two of a reader.
func (s *Service) ShowFixed(item int64) int {
	s.prices.RLock()
	defer s.prices.RUnlock()
	return s.price[item]
}
