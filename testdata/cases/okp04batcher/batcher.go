// Case okp04batcher: writers collect rows under a mutex and flush them in transactions; the mutex guards the buffer, and the transaction that is kept open between calls.
package okp04batcher

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"
)

type Event struct {
	Kind string
	Body []byte
}

// Batcher swaps the buffer under the lock and writes without it.
type Batcher struct {
	mu  sync.Mutex
	buf []Event
	db  *sql.DB
	max int
}

func (b *Batcher) Add(ctx context.Context, e Event) error {
	b.mu.Lock()
	b.buf = append(b.buf, e)
	if len(b.buf) < b.max {
		b.mu.Unlock()
		return nil
	}
	batch := b.buf
	b.buf = nil
	b.mu.Unlock()
	return b.write(ctx, batch)
}

func (b *Batcher) write(ctx context.Context, batch []Event) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, e := range batch {
		if _, err := tx.ExecContext(ctx, "INSERT INTO events (kind, body) VALUES ($1, $2)", e.Kind, e.Body); err != nil {
			b.mu.Lock()
			b.buf = append(batch, b.buf...)
			b.mu.Unlock()
			return err
		}
	}
	return tx.Commit()
}

// Journal keeps one transaction open over many calls and commits it every so often (SQLite style).
type Journal struct {
	db *sql.DB

	state struct {
		sync.Mutex
		tx    *sql.Tx
		n     int
		since time.Time
	}
	done chan struct{}
}

func (j *Journal) begin(ctx context.Context) error {
	if j.state.tx != nil {
		return nil
	}
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	j.state.tx, j.state.n, j.state.since = tx, 0, time.Now()
	return nil
}

func (j *Journal) Append(ctx context.Context, e Event) error {
	j.state.Lock()
	defer j.state.Unlock()
	if err := j.begin(ctx); err != nil {
		return err
	}
	if _, err := j.state.tx.ExecContext(ctx, "INSERT INTO journal (kind, body) VALUES (?, ?)", e.Kind, e.Body); err != nil {
		return err
	}
	j.state.n++
	if j.state.n >= 1000 {
		return j.commitLocked()
	}
	return nil
}

func (j *Journal) commitLocked() error {
	if j.state.tx == nil {
		return nil
	}
	err := j.state.tx.Commit()
	j.state.tx = nil
	return err
}

func (j *Journal) Flush() error {
	j.state.Lock()
	defer j.state.Unlock()
	return j.commitLocked()
}

func (j *Journal) loop() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-j.done:
			_ = j.Flush()
			return
		case <-t.C:
			j.state.Lock()
			if j.state.tx != nil && time.Since(j.state.since) > time.Second {
				_ = j.commitLocked()
			}
			j.state.Unlock()
		}
	}
}

// Writer has the mutex in one struct and the transaction in another that it points to.
type Writer struct {
	mu  sync.Mutex
	cur *batch
	db  *sql.DB
}

type batch struct {
	tx   *sql.Tx
	stmt *sql.Stmt
	n    int
}

func (w *Writer) Write(ctx context.Context, e Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cur == nil {
		tx, err := w.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		st, err := tx.PrepareContext(ctx, "INSERT INTO events (kind, body) VALUES (?, ?)")
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
		w.cur = &batch{tx: tx, stmt: st}
	}
	if _, err := w.cur.stmt.ExecContext(ctx, e.Kind, e.Body); err != nil {
		return err
	}
	if _, err := w.cur.tx.ExecContext(ctx, "UPDATE counts SET n = n + 1 WHERE kind = ?", e.Kind); err != nil {
		return err
	}
	w.cur.n++
	return nil
}

func (w *Writer) Commit() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cur == nil {
		return nil
	}
	err := w.cur.tx.Commit()
	w.cur = nil
	return err
}

// WriteThenCommit calls both in turn.
func (w *Writer) WriteThenCommit(ctx context.Context, es ...Event) error {
	for _, e := range es {
		if err := w.Write(ctx, e); err != nil {
			return err
		}
	}
	return w.Commit()
}

// Import writes many rows on goroutines; the transaction takes one statement at a time.
func Import(ctx context.Context, db *sql.DB, in <-chan Event, workers int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	sh := &shared{tx: tx}
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for e := range in {
				sh.insert(ctx, e)
			}
		}()
	}
	wg.Wait()
	if sh.err != nil {
		return sh.err
	}
	return tx.Commit()
}

type shared struct {
	mu  sync.Mutex
	tx  *sql.Tx
	err error
}

func (s *shared) insert(ctx context.Context, e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	_, s.err = s.tx.ExecContext(ctx, "INSERT INTO events (kind, body) VALUES ($1, $2)", e.Kind, e.Body)
}

// Appender is given a mutex and a transaction that belong together.
type Appender struct {
	mu *sync.Mutex
	tx *sql.Tx
}

func (a Appender) Append(ctx context.Context, e Event) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, err := a.tx.ExecContext(ctx, "INSERT INTO events (kind, body) VALUES ($1, $2)", e.Kind, e.Body)
	return err
}

func ImportTwo(ctx context.Context, db *sql.DB, es []Event) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var mu sync.Mutex
	a, b := Appender{&mu, tx}, Appender{&mu, tx}
	for i, e := range es {
		w := a
		if i%2 == 1 {
			w = b
		}
		if err := w.Append(ctx, e); err != nil {
			return err
		}
	}
	return tx.Commit()
}
