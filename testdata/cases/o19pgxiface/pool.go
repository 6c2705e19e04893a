// Case o19pgxiface: the pool is an interface of the project (for pgxmock), the transaction pgx's; CopyFrom and a nested Begin write.
package o19pgxiface

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// PgxPool is what the store needs of a pool.
type PgxPool interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

type Store struct {
	db PgxPool
	mu sync.Mutex
}

func (s *Store) Load(ctx context.Context, rows [][]any) error {
	tx, err := s.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	s.mu.Lock() //may:localmutex
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"events"}, []string{"id", "body"}, pgx.CopyFromRows(rows))
	s.mu.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// LoadNested commits a savepoint under the mutex, and the transaction after it.
func (s *Store) LoadNested(ctx context.Context, id int) error {
	tx, err := s.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	s.mu.Lock() //may:localmutex
	sp, err := tx.Begin(ctx)
	if err != nil {
		s.mu.Unlock()
		return err
	}
	if _, err := sp.Exec(ctx, "INSERT INTO events (id) VALUES ($1)", id); err != nil {
		_ = sp.Rollback(ctx)
		s.mu.Unlock()
		return err
	}
	if err := sp.Commit(ctx); err != nil {
		s.mu.Unlock()
		return err
	}
	s.mu.Unlock() //bug:unlockbeforecommit/order
	return tx.Commit(ctx)
}

func (s *Store) LoadRight(ctx context.Context, rows [][]any) error {
	s.mu.Lock() //may:localmutex
	defer s.mu.Unlock()
	tx, err := s.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"events"}, []string{"id", "body"}, pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
