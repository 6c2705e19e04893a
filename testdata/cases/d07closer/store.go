// Case d07closer: a transaction wrapper's Close commits unless it was marked as failed; its defer stands before the unlock's.
package d07closer

import (
	"context"
	"database/sql"
	"sync"
)

type txn struct {
	tx     *sql.Tx
	failed bool
}

func (t *txn) exec(ctx context.Context, q string, args ...any) error {
	_, err := t.tx.ExecContext(ctx, q, args...)
	if err != nil {
		t.failed = true
	}
	return err
}

func (t *txn) Close() error {
	if t.failed {
		return t.tx.Rollback()
	}
	return t.tx.Commit()
}

type Store struct {
	db *sql.DB
	mu sync.Mutex
}

func (s *Store) begin(ctx context.Context) (*txn, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &txn{tx: tx}, nil
}

func (s *Store) Put(ctx context.Context, k, v string) error {
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer t.Close()
	s.mu.Lock()         //may:localmutex
	defer s.mu.Unlock() //bug:unlockbeforecommit/defer-order
	return t.exec(ctx, "REPLACE INTO kv (k, v) VALUES (?, ?)", k, v)
}

func (s *Store) PutRight(ctx context.Context, k, v string) error {
	s.mu.Lock() //may:localmutex
	defer s.mu.Unlock()
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer t.Close()
	return t.exec(ctx, "REPLACE INTO kv (k, v) VALUES (?, ?)", k, v)
}
