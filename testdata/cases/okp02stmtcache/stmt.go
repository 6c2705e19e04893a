// Case okp02stmtcache: caches of prepared statements, ids, schemas and connections have mutexes that guard their maps, and are asked in the middle of transactions.
package okp02stmtcache

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
)

// Stmts prepares each text once on the pool.
type Stmts struct {
	db *sql.DB
	mu sync.RWMutex
	m  map[string]*sql.Stmt
}

func (s *Stmts) Get(ctx context.Context, text string) (*sql.Stmt, error) {
	s.mu.RLock()
	st, ok := s.m[text]
	s.mu.RUnlock()
	if ok {
		return st, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if st, ok := s.m[text]; ok {
		return st, nil
	}
	st, err := s.db.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s.m[text] = st
	return st, nil
}

// GetTx prepares on the transaction where the pool has no such statement yet.
func (s *Stmts) GetTx(ctx context.Context, tx *sql.Tx, text string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st, ok := s.m[text]; ok {
		return tx.StmtContext(ctx, st), nil
	}
	return tx.PrepareContext(ctx, text)
}

// ExecTx holds the reader's side so that Close does not take the statements away meanwhile.
func (s *Stmts) ExecTx(ctx context.Context, tx *sql.Tx, text string, args ...any) (sql.Result, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	st, ok := s.m[text]
	if !ok {
		return tx.ExecContext(ctx, text, args...)
	}
	return tx.StmtContext(ctx, st).ExecContext(ctx, args...)
}

func (s *Stmts) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, st := range s.m {
		_ = st.Close()
		delete(s.m, k)
	}
	return nil
}

type Store struct {
	db     *sql.DB
	stmts  *Stmts
	closed bool
	mu     sync.RWMutex
	seq    atomic.Int64
	once   sync.Once
}

func (s *Store) Save(ctx context.Context, id int64, body []byte) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	st, err := s.stmts.Get(ctx, "UPDATE docs SET body = $1 WHERE id = $2")
	if err != nil {
		return err
	}
	if _, err := tx.StmtContext(ctx, st).ExecContext(ctx, body, id); err != nil {
		return err
	}
	st, err = s.stmts.GetTx(ctx, tx, "INSERT INTO audit (doc, n) VALUES ($1, $2)")
	if err != nil {
		return err
	}
	if _, err := st.ExecContext(ctx, id, s.seq.Add(1)); err != nil {
		return err
	}
	if _, err := s.stmts.ExecTx(ctx, tx, "DELETE FROM drafts WHERE doc = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Put keeps the store from being closed while it works: the reader's side of a lock that only Close and
// Reopen take for writing.
func (s *Store) Put(ctx context.Context, tx *sql.Tx, k string, v []byte) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return fmt.Errorf("closed")
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO kv (k, v) VALUES ($1, $2) ON CONFLICT (k) DO UPDATE SET v = excluded.v", k, v)
	return err
}

func (s *Store) PutAll(ctx context.Context, kv map[string][]byte) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for k, v := range kv {
		if err := s.Put(ctx, tx, k, v); err != nil {
			_ = tx.Rollback()
			return err
		}
	}
	return tx.Commit()
}

func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.db.Close()
}

// Ensure creates the table once in the life of the process.
func (s *Store) Ensure(ctx context.Context, tx *sql.Tx) (err error) {
	s.once.Do(func() {
		_, err = tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS kv (k text primary key, v bytea)")
	})
	return err
}

// Ids hands out ids in blocks of a sequence row; the mutex guards the block in memory.
type Ids struct {
	mu        sync.Mutex
	next, max int64
}

func (i *Ids) Next(ctx context.Context, tx *sql.Tx) (int64, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.next == i.max {
		var hi int64
		if err := tx.QueryRowContext(ctx, "SELECT nextval('ids')").Scan(&hi); err != nil {
			return 0, err
		}
		i.next, i.max = hi*100, hi*100+100
	}
	i.next++
	return i.next - 1, nil
}

func (s *Store) Create(ctx context.Context, ids *Ids, body []byte) (int64, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	id, err := ids.Next(ctx, tx)
	if err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO docs (id, body) VALUES ($1, $2)", id, body); err != nil {
		return 0, err
	}
	return id, tx.Commit()
}
