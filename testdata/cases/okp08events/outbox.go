// Case okp08events: an event store, an outbox and a saga log in one: subscribers, sequence numbers and pending events have mutexes of their own, which are locked while transactions are open but guard memory.
package okp08events

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

type Event struct {
	Stream  string
	Version int
	Kind    string
	Data    json.RawMessage
}

// Unit collects events while a transaction is open.
type Unit struct {
	tx     *sql.Tx
	mu     sync.Mutex
	events []Event
	after  []func()
}

func (u *Unit) Record(e Event) {
	u.mu.Lock()
	u.events = append(u.events, e)
	u.mu.Unlock()
}

func (u *Unit) AfterCommit(fn func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.after = append(u.after, fn)
}

func (u *Unit) drain() []Event {
	u.mu.Lock()
	defer u.mu.Unlock()
	out := u.events
	u.events = nil
	return out
}

func (u *Unit) Commit(ctx context.Context) error {
	for _, e := range u.drain() {
		if _, err := u.tx.ExecContext(ctx, "INSERT INTO outbox (stream, version, kind, data) VALUES ($1, $2, $3, $4)", e.Stream, e.Version, e.Kind, []byte(e.Data)); err != nil {
			_ = u.tx.Rollback()
			return err
		}
	}
	if err := u.tx.Commit(); err != nil {
		return err
	}
	u.mu.Lock()
	hooks := u.after
	u.after = nil
	u.mu.Unlock()
	for _, fn := range hooks {
		fn()
	}
	return nil
}

// FlushLocked writes the pending events under the unit's own mutex, which guards the slice.
func (u *Unit) Flush(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, e := range u.events {
		if _, err := u.tx.ExecContext(ctx, "INSERT INTO outbox (stream, version, kind, data) VALUES ($1, $2, $3, $4)", e.Stream, e.Version, e.Kind, []byte(e.Data)); err != nil {
			return err
		}
	}
	u.events = u.events[:0]
	return nil
}

type Store struct {
	db   *sql.DB
	mu   sync.RWMutex
	subs map[string][]chan Event
	wake chan struct{}
}

func (s *Store) Begin(ctx context.Context) (*Unit, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &Unit{tx: tx}, nil
}

func (s *Store) Do(ctx context.Context, fn func(*Unit) error) error {
	u, err := s.Begin(ctx)
	if err != nil {
		return err
	}
	if err := fn(u); err != nil {
		_ = u.tx.Rollback()
		return err
	}
	if err := u.Flush(ctx); err != nil {
		_ = u.tx.Rollback()
		return err
	}
	return u.Commit(ctx)
}

func (s *Store) Append(ctx context.Context, stream string, expected int, evs ...Event) error {
	return s.Do(ctx, func(u *Unit) error {
		var v int
		if err := u.tx.QueryRowContext(ctx, "SELECT version FROM streams WHERE id = $1 FOR UPDATE", stream).Scan(&v); err != nil {
			return err
		}
		if v != expected {
			return fmt.Errorf("stream %s: expected %d, is %d", stream, expected, v)
		}
		for i, e := range evs {
			e.Version = v + i + 1
			if _, err := u.tx.ExecContext(ctx, "INSERT INTO events (stream, version, kind, data) VALUES ($1, $2, $3, $4)", stream, e.Version, e.Kind, []byte(e.Data)); err != nil {
				return err
			}
			u.Record(e)
		}
		u.AfterCommit(func() { s.publish(evs) })
		return nil
	})
}

func (s *Store) publish(evs []Event) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, e := range evs {
		for _, c := range s.subs[e.Kind] {
			select {
			case c <- e:
			default:
			}
		}
	}
}

func (s *Store) Subscribe(kind string) (<-chan Event, func()) {
	c := make(chan Event, 16)
	s.mu.Lock()
	s.subs[kind] = append(s.subs[kind], c)
	s.mu.Unlock()
	return c, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		list := s.subs[kind]
		for i, x := range list {
			if x == c {
				s.subs[kind] = append(list[:i:i], list[i+1:]...)
				return
			}
		}
	}
}

// Projection holds its own position in memory and in a row.
type Projection struct {
	mu  sync.Mutex
	pos int64
	db  *sql.DB
}

// Apply: the mutex makes turns in this process over the whole transaction.
func (p *Projection) Apply(ctx context.Context, pos int64, e Event, fn func(tx *sql.Tx, e Event) error) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pos <= p.pos {
		return nil
	}
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		if err = tx.Commit(); err == nil {
			p.pos = pos
		}
	}()
	if err = fn(tx, e); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE projections SET pos = $1", pos)
	return err
}

// Relay works rows off with SKIP LOCKED; the in-flight map has a mutex.
type Relay struct {
	db       *sql.DB
	mu       sync.Mutex
	inflight map[int64]time.Time
	send     func(ctx context.Context, data []byte) error
}

func (r *Relay) Step(ctx context.Context) (n int, err error) {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(ctx, "SELECT id, data FROM outbox ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED")
	if err != nil {
		return 0, err
	}
	type msg struct {
		id   int64
		data []byte
	}
	var msgs []msg
	for rows.Next() {
		var m msg
		if err := rows.Scan(&m.id, &m.data); err != nil {
			rows.Close()
			return 0, err
		}
		msgs = append(msgs, m)
	}
	rows.Close()
	for _, m := range msgs {
		r.mu.Lock()
		r.inflight[m.id] = time.Now()
		r.mu.Unlock()
		if err := r.send(ctx, m.data); err != nil {
			return n, err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM outbox WHERE id = $1", m.id); err != nil {
			return n, err
		}
		r.mu.Lock()
		delete(r.inflight, m.id)
		r.mu.Unlock()
		n++
	}
	return n, tx.Commit()
}
