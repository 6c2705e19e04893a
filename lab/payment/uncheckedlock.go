package payment

import (
	"context"
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/locklint/locklint/lab/lock"
)

// Pay does not ask whether it got the lock: ignored.
func (s *Service) Pay(ctx context.Context, order int64) error {
	key, token := orderKey(order), lock.NewToken()
	if _, err := s.locks.Acquire(ctx, key, token); err != nil {
		return err
	}
	defer s.locks.Release(ctx, key, token)
	return s.settle(ctx, s.pg, order)
}

// PayFixed leaves the order to who has the lock.
func (s *Service) PayFixed(ctx context.Context, order int64) error {
	key, token := orderKey(order), lock.NewToken()
	ok, err := s.locks.Acquire(ctx, key, token)
	if err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	defer s.locks.Release(ctx, key, token)
	return s.settle(ctx, s.pg, order)
}

// Collect writes down that it did not get the lock, and goes on: fallthrough.
func (s *Service) Collect(ctx context.Context, order int64) error {
	unlock, err := s.locks.Try(ctx, orderKey(order))
	if err != nil {
		slog.DebugContext(ctx, "order is locked", "order", order, "err", err)
	} else {
		defer unlock()
	}
	return s.settle(ctx, s.pg, order)
}

// CollectFixed goes back.
func (s *Service) CollectFixed(ctx context.Context, order int64) error {
	unlock, err := s.locks.Try(ctx, orderKey(order))
	if err != nil {
		slog.DebugContext(ctx, "order is locked", "order", order, "err", err)
		return err
	}
	defer unlock()
	return s.settle(ctx, s.pg, order)
}

// Capture lacks a "!": inverted.
func (s *Service) Capture(ctx context.Context, order int64) error {
	key, token := orderKey(order), lock.NewToken()
	ok, err := s.locks.Acquire(ctx, key, token)
	if err != nil {
		return err
	}
	if ok {
		return lock.ErrBusy
	}
	defer s.locks.Release(ctx, key, token)
	return s.settle(ctx, s.pg, order)
}

// CaptureFixed has it.
func (s *Service) CaptureFixed(ctx context.Context, order int64) error {
	key, token := orderKey(order), lock.NewToken()
	ok, err := s.locks.Acquire(ctx, key, token)
	if err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	defer s.locks.Release(ctx, key, token)
	return s.settle(ctx, s.pg, order)
}

// Debit has the database try the lock and does not read the answer: row-dropped.
func (s *Service) Debit(ctx context.Context, order int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "select pg_try_advisory_lock($1)", order); err != nil {
		return err
	}
	return errors.Join(s.settle(ctx, conn, order), unlock(ctx, conn, order))
}

// DebitFixed reads the answer.
func (s *Service) DebitFixed(ctx context.Context, order int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", order).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	return errors.Join(s.settle(ctx, conn, order), unlock(ctx, conn, order))
}

// unlock gives back the advisory lock of conn. When that fails, conn is closed, and the lock ends with it.
func unlock(ctx context.Context, conn *pgxpool.Conn, order int64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), gatewayTime)
	defer cancel()
	var freed bool
	err := conn.QueryRow(ctx, "select pg_advisory_unlock($1)", order).Scan(&freed)
	if err == nil && freed {
		return nil
	}
	return errors.Join(err, conn.Conn().Close(ctx))
}

// TopUp adds to an account, unless somebody else is at it; the caller does not learn that.
func (s *Service) TopUp(ctx context.Context, account int64, cents int) error {
	return s.alone(ctx, account, func(ctx context.Context) error { return s.credit(ctx, account, cents) })
}

// alone runs fn alone, or not at all and says nothing: busy-as-success.
func (s *Service) alone(ctx context.Context, account int64, fn func(context.Context) error) error {
	unlock, err := s.locks.Try(ctx, accountKey(account))
	if errors.Is(err, lock.ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	return fn(ctx)
}

// TopUpFixed tells its caller.
func (s *Service) TopUpFixed(ctx context.Context, account int64, cents int) error {
	return s.aloneFixed(ctx, account, func(ctx context.Context) error { return s.credit(ctx, account, cents) })
}

func (s *Service) aloneFixed(ctx context.Context, account int64, fn func(context.Context) error) error {
	unlock, err := s.locks.Try(ctx, accountKey(account))
	if err != nil {
		return err
	}
	defer unlock()
	return fn(ctx)
}
