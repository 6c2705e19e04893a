// Case okp11memory: a mutex guards memory (a log buffer, a progress counter, a connection to a broker, a random source) and a statement of the transaction happens to run under it.
package okp11memory

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand"
	"sync"
	"time"
)

// Progress prints; the statement's count is printed under the lock so that lines do not mix.
type Progress struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

func (p *Progress) Step(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	fmt.Fprintf(p.out, format, args...)
}

type Limiter struct {
	mu   sync.Mutex
	last time.Time
	gap  time.Duration
}

// Do lets one call through per gap.
func (l *Limiter) Wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := time.Until(l.last.Add(l.gap)); d > 0 {
		time.Sleep(d)
	}
	l.last = time.Now()
}

type Codes struct {
	mu  sync.Mutex
	rnd *rand.Rand
}

func (c *Codes) New() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprintf("%08x", c.rnd.Uint32())
}

type Svc struct {
	db    *sql.DB
	prog  *Progress
	lim   *Limiter
	codes *Codes
}

func (s *Svc) Issue(ctx context.Context, n int) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for i := range n {
		s.lim.Wait()
		code := s.codes.New()
		if _, err := tx.ExecContext(ctx, "INSERT INTO coupons (code) VALUES ($1)", code); err != nil {
			return err
		}
		s.prog.Step("%d/%d %s\n", i, n, code)
	}
	return tx.Commit()
}

// Debug wraps an executor and traces it; the mutex is the trace's.
type Debug struct {
	mu    sync.Mutex
	trace []string
	tx    interface {
		ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error)
	}
}

func (d *Debug) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.trace = append(d.trace, q)
	return d.tx.ExecContext(ctx, q, args...)
}

func (s *Svc) Traced(ctx context.Context) ([]string, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	d := &Debug{tx: tx}
	if _, err := d.ExecContext(ctx, "UPDATE coupons SET used = true"); err != nil {
		return nil, err
	}
	return d.trace, tx.Commit()
}

// Parallel sums results of goroutines under a mutex while each of them has its own transaction.
func (s *Svc) Parallel(ctx context.Context, shards []*sql.DB) (int64, error) {
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		total int64
		first error
	)
	for _, db := range shards {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n, err := s.shard(ctx, db)
			mu.Lock()
			defer mu.Unlock()
			total += n
			if err != nil && first == nil {
				first = err
			}
		}()
	}
	wg.Wait()
	return total, first
}

func (s *Svc) shard(ctx context.Context, db *sql.DB) (n int64, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, "DELETE FROM coupons WHERE used")
	if err != nil {
		return 0, err
	}
	if n, err = res.RowsAffected(); err != nil {
		return 0, err
	}
	return n, tx.Commit()
}
