// Case okp10engine: a storage engine keeps a transaction and its mutex in structs of several layers; the mutex is the engine's own and protects the handle, not rows.
package okp10engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

type querier interface {
	ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row
}

// guarded makes an executor safe for goroutines: statements take turns on the one connection.
type guarded struct {
	mu *sync.Mutex
	q  querier
}

func (g guarded) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.q.ExecContext(ctx, q, args...)
}

func (g guarded) QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.q.QueryContext(ctx, q, args...)
}

func (g guarded) QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.q.QueryRowContext(ctx, q, args...)
}

type Engine struct {
	db *sql.DB
}

// Tx is a transaction for several goroutines.
type Tx struct {
	inner struct {
		sync.Mutex
		state *txState
	}
	id string
}

type txState struct {
	raw  *sql.Tx
	done bool
	n    int
}

var ErrDone = errors.New("done")

func (e *Engine) Begin(ctx context.Context) (*Tx, error) {
	raw, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	t := &Tx{}
	t.inner.state = &txState{raw: raw}
	return t, nil
}

func (t *Tx) Put(ctx context.Context, k string, v []byte) error {
	t.inner.Lock()
	defer t.inner.Unlock()
	if t.inner.state.done {
		return ErrDone
	}
	t.inner.state.n++
	_, err := t.inner.state.raw.ExecContext(ctx, "REPLACE INTO kv (k, v) VALUES (?, ?)", k, v)
	return err
}

func (t *Tx) Commit() error {
	t.inner.Lock()
	defer t.inner.Unlock()
	if t.inner.state.done {
		return ErrDone
	}
	t.inner.state.done = true
	return t.inner.state.raw.Commit()
}

func (t *Tx) Rollback() error {
	t.inner.Lock()
	defer t.inner.Unlock()
	if t.inner.state.done {
		return nil
	}
	t.inner.state.done = true
	return t.inner.state.raw.Rollback()
}

func (e *Engine) Update(ctx context.Context, fn func(*Tx) error) error {
	t, err := e.Begin(ctx)
	if err != nil {
		return err
	}
	defer t.Rollback()
	if err := fn(t); err != nil {
		return err
	}
	return t.Commit()
}

func (e *Engine) Set(ctx context.Context, k string, v []byte) error {
	return e.Update(ctx, func(t *Tx) error {
		if err := t.Put(ctx, k, v); err != nil {
			return err
		}
		return t.Put(ctx, k+".bak", v)
	})
}

// Guarded gives a transaction to several workers through a guarded executor.
func (e *Engine) Guarded(ctx context.Context, keys []string) error {
	tx, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var mu sync.Mutex
	g := guarded{mu: &mu, q: tx}
	for _, k := range keys {
		if _, err := g.ExecContext(ctx, "DELETE FROM kv WHERE k = ?", k); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Conn is a driver-like connection: one transaction at a time, its mutex guards the protocol.
type Conn struct {
	mu  sync.Mutex
	tx  *sql.Tx
	db  *sql.DB
	seq uint64
}

func (c *Conn) exec(ctx context.Context, q string, args ...any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	if c.tx == nil {
		return errors.New("no transaction")
	}
	_, err := c.tx.ExecContext(ctx, q, args...)
	return err
}

func (c *Conn) begin(ctx context.Context) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tx != nil {
		return errors.New("nested")
	}
	c.tx, err = c.db.BeginTx(ctx, nil)
	return err
}

func (c *Conn) commit() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.tx.Commit()
	c.tx = nil
	return err
}

// Handle runs one client's request lines.
func (c *Conn) Handle(ctx context.Context, lines []string) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	for _, l := range lines {
		if err := c.exec(ctx, l); err != nil {
			return fmt.Errorf("%s: %w", l, err)
		}
	}
	return c.commit()
}

// Sessions holds open transactions of clients by id.
type Sessions struct {
	mu  sync.Mutex
	txs map[string]*sql.Tx
	db  *sql.DB
}

func (s *Sessions) Open(ctx context.Context, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.txs[id] = tx
	s.mu.Unlock()
	return nil
}

func (s *Sessions) Exec(ctx context.Context, id, q string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, ok := s.txs[id]
	if !ok {
		return ErrDone
	}
	_, err := tx.ExecContext(ctx, q)
	return err
}

func (s *Sessions) Commit(id string) error {
	s.mu.Lock()
	tx, ok := s.txs[id]
	delete(s.txs, id)
	s.mu.Unlock()
	if !ok {
		return ErrDone
	}
	return tx.Commit()
}

// Run does all three.
func (s *Sessions) Run(ctx context.Context, id string, qs ...string) error {
	if err := s.Open(ctx, id); err != nil {
		return err
	}
	for _, q := range qs {
		if err := s.Exec(ctx, id, q); err != nil {
			return err
		}
	}
	return s.Commit(id)
}
