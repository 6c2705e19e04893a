// Case okp16corr: two tests of the same thing decide over unlock and end: enums, strings, lengths, counters, method results, errors.Is, rows affected.
package okp16corr

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

type State int

const (
	Open State = iota
	Closed
)

type Doc struct {
	State State
	N     int
}

func (d *Doc) IsClosed() bool { return d.State == Closed }

var ErrStale = errors.New("stale")

type S struct {
	db *sql.DB
	mu sync.Mutex
}

// Enum unlocks for a closed document and rolls back for a closed document.
func (s *S) Enum(ctx context.Context, d *Doc) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1"); err != nil {
		s.mu.Unlock()
		return errors.Join(err, tx.Rollback())
	}
	st := d.State
	if st == Closed {
		s.mu.Unlock()
	}
	if st == Closed {
		return tx.Rollback()
	}
	err = tx.Commit()
	s.mu.Unlock()
	return err
}

// Affected rolls back where no row was changed.
func (s *S) Affected(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	res, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1")
	var n int64
	if err == nil {
		n, err = res.RowsAffected()
	}
	if err != nil || n == 0 {
		s.mu.Unlock()
	}
	if err == nil && n > 0 {
		err = tx.Commit()
		s.mu.Unlock()
		return err
	}
	return errors.Join(err, tx.Rollback())
}

// Sentinel: the helper's error says that there is nothing to commit.
func (s *S) Sentinel(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1"); err != nil {
		s.mu.Unlock()
		return errors.Join(err, tx.Rollback())
	}
	err = fn(tx)
	stale := errors.Is(err, ErrStale)
	if stale {
		s.mu.Unlock()
	}
	if stale || err != nil {
		if !stale {
			s.mu.Unlock()
		}
		_ = tx.Rollback()
		return err
	}
	err = tx.Commit()
	s.mu.Unlock()
	return err
}

// Method asks the same method twice on a value copied before.
func (s *S) Kept(ctx context.Context, d Doc) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1"); err != nil {
		s.mu.Unlock()
		return errors.Join(err, tx.Rollback())
	}
	closed := d.IsClosed()
	if closed {
		s.mu.Unlock()
	}
	if !closed {
		err = tx.Commit()
		s.mu.Unlock()
		return err
	}
	return tx.Rollback()
}

// Held keeps a flag that says whether the lock is still held.
func (s *S) Held(ctx context.Context, ids []int64) (err error) {
	s.mu.Lock()
	held := true
	unlock := func() {
		if held {
			s.mu.Unlock()
			held = false
		}
	}
	defer unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			_ = tx.Rollback()
			unlock()
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	unlock()
	return nil
}

// Custom errors that are structs: always an error.
type notFound struct{ id int64 }

func (n *notFound) Error() string { return "not found" }

func (s *S) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *S) Custom(ctx context.Context, id int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		s.mu.Lock()
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id); err != nil {
			s.mu.Unlock()
			return wrap(err)
		}
		s.mu.Unlock()
		return &notFound{id}
	})
}

func wrap(err error) error { return &wrapped{err, "doc"} }

type wrapped struct {
	error
	op string
}

// New errors made by a constructor of the project.
func E(op string, err error) error {
	if err == nil {
		return nil
	}
	return &wrapped{err, op}
}

func (s *S) Ctor(ctx context.Context, id int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		s.mu.Lock()
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id); err != nil {
			s.mu.Unlock()
			return E("save", err)
		}
		if err := ctx.Err(); err != nil {
			s.mu.Unlock()
			return E("ctx", err)
		}
		if id < 0 {
			s.mu.Unlock()
			return newErr("negative id %d", id)
		}
		s.mu.Unlock()
		return E("done", errors.New("always"))
	})
}

func newErr(format string, args ...any) error { return &wrapped{errors.New(format), "new"} }
