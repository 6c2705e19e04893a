// Case p10flow: select, labels, loops with break, errgroup and named results around an unlock that comes before the commit.
package p10flow

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

type S struct {
	db  *sql.DB
	mu  sync.Mutex
	sem chan struct{}
}

// New makes one; the channel has room for one token.
func New(db *sql.DB) *S { return &S{db: db, sem: make(chan struct{}, 1)} }

// Select takes the token with a timeout.
func (s *S) Select(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	select {
	case s.sem <- struct{}{}:
	case <-time.After(time.Second):
		return errors.New("busy")
	case <-ctx.Done():
		return ctx.Err()
	}
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		<-s.sem
		return err
	}
	<-s.sem //bug:unlockbeforecommit/order
	return tx.Commit()
}

// Loop retries TryLock until it works, with a label.
func (s *S) Loop(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
retry:
	for i := 0; ; i++ {
		switch {
		case s.mu.TryLock():
			break retry
		case i > 10:
			return errors.New("busy")
		}
		time.Sleep(time.Millisecond)
	}
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	s.mu.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

// Group runs the closure that locks in an errgroup and waits for it.
func (s *S) Group(ctx context.Context, ids []int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(1)
	for _, id := range ids {
		g.Go(func() error {
			_, err := tx.ExecContext(gctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		s.mu.Unlock()
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO runs (n) VALUES ($1)", len(ids))
	s.mu.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

// Named uses a closure for the section.
func (s *S) Named(ctx context.Context, id int64) (n int64, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			if rerr := tx.Rollback(); rerr != nil {
				log.Printf("rollback: %v", rerr)
			}
		}
	}()
	err = func() error {
		s.mu.Lock()         //bug:localmutex/read-modify-write
		defer s.mu.Unlock() //bug:unlockbeforecommit/order
		if err := tx.QueryRowContext(ctx, "SELECT n FROM docs WHERE id = $1", id).Scan(&n); err != nil {
			return err
		}
		n++
		_, err := tx.ExecContext(ctx, "UPDATE docs SET n = $1 WHERE id = $2", n, id)
		return err
	}()
	if err != nil {
		return 0, err
	}
	err = tx.Commit()
	return n, err
}

// Fatal ends the process on errors.
func (s *S) Fatal(ctx context.Context, id int64) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		s.mu.Unlock()
		log.Fatalf("update: %v", err)
	}
	s.mu.Unlock() //bug:unlockbeforecommit/order
	if err := tx.Commit(); err != nil {
		die("commit", err)
	}
}

func die(what string, err error) {
	log.Fatalf("%s: %v", what, err)
}
