// Case oku16bunstyle: WithLock of a store bound to a transaction takes the lock that ends with it, and a mutex that is not held any more when the statements run.
package oku16bunstyle

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

type DB interface {
	ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row
}

type Store struct {
	db   DB
	root *sql.DB
	mu   *sync.Mutex
	open map[*sql.Tx]bool
}

// LockBucket takes a session lock on a pool and a transaction's lock on a transaction.
func (s *Store) LockBucket(ctx context.Context, id int64) (release func() error, err error) {
	switch db := s.db.(type) {
	case *sql.Tx:
		_, err := db.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", id)
		return func() error { return nil }, err
	case *sql.DB:
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return func() error {
			var ok bool
			err := conn.QueryRowContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id).Scan(&ok)
			return errors.Join(err, conn.Close()) //may:pooledlock
		}, nil
	default:
		return nil, errors.New("unknown handle")
	}
}

func (s *Store) Begin(ctx context.Context) (*Store, *sql.Tx, error) {
	tx, err := s.root.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	s.open[tx] = true
	s.mu.Unlock()
	return &Store{db: tx, root: s.root, mu: s.mu, open: s.open}, tx, nil
}

func (s *Store) Insert(ctx context.Context, id int64) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO buckets (id) VALUES ($1)", id)
	return err
}

// Create locks on the transaction.
func (s *Store) Create(ctx context.Context, id int64) error {
	st, tx, err := s.Begin(ctx)
	if err != nil {
		return err
	}
	release, err := st.LockBucket(ctx, id)
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	err = st.Insert(ctx, id)
	if rerr := release(); rerr != nil || err != nil {
		return errors.Join(err, rerr, tx.Rollback())
	}
	return tx.Commit()
}
