// Package fix: what is mended by the suggested fix, and what is left to the reader.
package fix

import (
	"context"
	"database/sql"
	"errors"
)

type Store struct{ db *sql.DB }

func (s *Store) lock(ctx context.Context, id int64) (*sql.Conn, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id)
	return conn, err
}

func unlock(ctx context.Context, conn *sql.Conn, id int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	return errors.Join(err, conn.Close())
}

func (s *Store) Call(ctx context.Context, id int64) error {
	conn, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock(ctx, conn, id) // want `request-ctx`
	return nil
}

func (s *Store) Literal(ctx context.Context, id int64) (err error) {
	conn, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer func() { // want `request-ctx`
		if uerr := unlock(ctx, conn, id); uerr != nil {
			err = errors.Join(err, uerr)
		}
	}()
	return nil
}

// The name cancel is taken.
func (s *Store) OwnCancel(parent context.Context, id int64) error {
	ctx, cancel := context.WithCancel(parent)
	conn, err := s.lock(ctx, id)
	if err != nil {
		cancel()
		return err
	}
	cancel()
	return unlock(ctx, conn, id) // want `own-cancel`
}

// The key is another one when the deferred function runs: no fix.
func (s *Store) Reassigned(ctx context.Context, id int64) error {
	conn, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock(ctx, conn, id) // want `request-ctx`
	id++
	return nil
}

func (s *Store) AfterDone(ctx context.Context, id int64) error {
	conn, err := s.lock(ctx, id)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), unlock(ctx, conn, id)) // want `after-done`
		default:
		}
	}
}

func (s *Store) Returned(ctx context.Context, id int64) (func() error, error) {
	conn, err := s.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	return func() error {
		return unlock(ctx, conn, id) // want `request-ctx`
	}, nil
}
