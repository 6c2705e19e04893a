// Case oks02fresh: what was read before the lock is a key, a setting, a short cut that the statement checks again, or something that the lock does not guard.
package oks02fresh

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
)

var errBusy = errors.New("seat is taken")

// Seats books seats.
type Seats struct {
	locks *redislock.Client
	db    *sql.DB
}

type seat struct {
	ID    int64
	State string
}

func (s *Seats) seat(ctx context.Context, name string) (st seat, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT id, state FROM seats WHERE name = $1", name).Scan(&st.ID, &st.State)
	return st, err
}

func free(ctx context.Context, l *redislock.Lock) {
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := l.Release(uctx); err != nil {
		slog.Warn("seat not released", "key", l.Key(), "err", err)
	}
}

// Book asks in the statement; the look before is a short cut.
func (s *Seats) Book(ctx context.Context, name string) error {
	st, err := s.seat(ctx, name)
	if err != nil {
		return err
	}
	if st.State != "free" {
		return errBusy
	}
	l, err := s.locks.Obtain(ctx, "lock:seat:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	res, err := s.db.ExecContext(ctx, "UPDATE seats SET state = 'sold' WHERE name = $1 AND state = 'free'", name)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errBusy
	}
	return nil
}

// Note writes the seat's key.
func (s *Seats) Note(ctx context.Context, name, text string) error {
	st, err := s.seat(ctx, name)
	if err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:seat:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	_, err = s.db.ExecContext(ctx, "INSERT INTO notes (seat_id, text) VALUES ($1, $2)", st.ID, text)
	return err
}

// Price takes the price of a plan, which the seat's lock does not guard.
func (s *Seats) Price(ctx context.Context, name, plan string) error {
	var cents int64
	if err := s.db.QueryRowContext(ctx, "SELECT cents FROM plans WHERE name = $1", plan).Scan(&cents); err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:seat:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	_, err = s.db.ExecContext(ctx, "UPDATE seats SET cents = $1 WHERE name = $2", cents, name)
	return err
}
