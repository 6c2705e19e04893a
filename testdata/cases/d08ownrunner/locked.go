// Case d08ownrunner: the project's own runner begins, then locks, so its defers free the lock before they commit.
package d08ownrunner

import (
	"context"
	"database/sql"
	"sync"
)

type Store struct {
	db *sql.DB
	mu sync.Mutex
}

// Update runs fn in a transaction, one at a time.
func (s *Store) Update(ctx context.Context, fn func(tx *sql.Tx) error) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	s.mu.Lock()
	defer s.mu.Unlock() //may:unlockbeforecommit
	return fn(tx)
}

// UpdateRight locks first.
func (s *Store) UpdateRight(ctx context.Context, fn func(tx *sql.Tx) error) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	return fn(tx)
}

// UpdateLogged writes itself too, so that the fault is proven in the runner.
func (s *Store) UpdateLogged(ctx context.Context, what string, fn func(tx *sql.Tx) error) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	s.mu.Lock()
	defer s.mu.Unlock() //bug:unlockbeforecommit/defer-order
	if _, err = tx.ExecContext(ctx, "INSERT INTO audit (what) VALUES ($1)", what); err != nil {
		return err
	}
	return fn(tx)
}

func (s *Store) Set(ctx context.Context, k, v string) error {
	return s.UpdateRight(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE kv SET v = $2 WHERE k = $1", k, v)
		return err
	})
}
