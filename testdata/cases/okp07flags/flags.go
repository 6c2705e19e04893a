// Case okp07flags: whether the lock is taken, whether the transaction is one's own, and what the outcome is are decided by values that are tested twice.
package okp07flags

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/jmoiron/sqlx"
)

type Mode int

const (
	Relaxed Mode = iota
	Strict
)

type Options struct {
	Mode    Mode
	LockKey string
	DryRun  bool
	Keys    []string
}

type Svc struct {
	db    *sqlx.DB
	mu    sync.Mutex
	locks *redislock.Client
}

// Own begins a transaction only if it was not given one, and takes the lock only then.
func (s *Svc) Own(ctx context.Context, tx *sqlx.Tx, id int64) (err error) {
	own := tx == nil
	if own {
		s.mu.Lock()
		defer s.mu.Unlock()
		if tx, err = s.db.BeginTxx(ctx, nil); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				_ = tx.Rollback()
			} else {
				err = tx.Commit()
			}
		}()
	}
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}

// ByMode locks in one mode: the unlock stands behind the end of the transaction in each.
func (s *Svc) ByMode(ctx context.Context, o Options, id int64) error {
	if o.Mode == Strict {
		s.mu.Lock()
	}
	err := s.inTx(ctx, func(tx *sqlx.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
		return err
	})
	if o.Mode == Strict {
		s.mu.Unlock()
	}
	return err
}

func (s *Svc) inTx(ctx context.Context, fn func(tx *sqlx.Tx) error) error {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// DryRun rolls back by a flag tested late: under the flag the lock is given back early.
func (s *Svc) DryRun(ctx context.Context, o Options, id int64) error {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	lock, err := s.locks.Obtain(ctx, "doc", time.Minute, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		_ = lock.Release(ctx)
		return err
	}
	if o.DryRun {
		_ = lock.Release(ctx)
	}
	if !o.DryRun {
		if err := tx.Commit(); err != nil {
			_ = lock.Release(ctx)
			return err
		}
		return lock.Release(ctx)
	}
	return nil
}

// Outcome is decided by a switch over a string and by a second one.
func (s *Svc) Outcome(ctx context.Context, id int64, check func(int64) string) error {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		s.mu.Unlock()
		return errors.Join(err, tx.Rollback())
	}
	outcome := check(id)
	switch outcome {
	case "reject":
		s.mu.Unlock()
	}
	switch outcome {
	case "reject":
		return tx.Rollback()
	default:
		err := tx.Commit()
		s.mu.Unlock()
		return err
	}
}

// ByKey locks where there is a key; the length is tested twice.
func (s *Svc) ByKey(ctx context.Context, o Options, id int64) (err error) {
	var lock *redislock.Lock
	if o.LockKey != "" {
		if lock, err = s.locks.Obtain(ctx, o.LockKey, time.Minute, nil); err != nil {
			return err
		}
	}
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		if lock != nil {
			_ = lock.Release(ctx)
		}
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	if err != nil {
		_ = tx.Rollback()
	} else {
		err = tx.Commit()
	}
	if lock != nil {
		_ = lock.Release(ctx)
	}
	return err
}

// Failed releases in the branch in which a counter says that nothing is left to commit.
func (s *Svc) Failed(ctx context.Context, ids []int64) error {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	failed := 0
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			failed++
		}
	}
	if failed > 0 {
		s.mu.Unlock()
	}
	if failed > 0 {
		return tx.Rollback()
	}
	err = tx.Commit()
	s.mu.Unlock()
	return err
}

// Multi releases what it has in a helper on error, and commits otherwise.
func (s *Svc) Multi(ctx context.Context, o Options) (err error) {
	var held []*redislock.Lock
	releaseAll := func() {
		for i := len(held) - 1; i >= 0; i-- {
			_ = held[i].Release(context.WithoutCancel(ctx))
		}
	}
	defer releaseAll()
	for _, k := range o.Keys {
		l, err := s.locks.Obtain(ctx, k, time.Minute, nil)
		if err != nil {
			return err
		}
		held = append(held, l)
	}
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	for _, k := range o.Keys {
		if _, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE k = $1", k); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Retry gives the lock back after a serialization failure, sleeps, and takes it again for the next try.
func (s *Svc) Retry(ctx context.Context, id int64) error {
	var last error
	for try := 0; try < 3; try++ {
		s.mu.Lock()
		tx, err := s.db.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
		if err != nil {
			s.mu.Unlock()
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
		if err == nil {
			if err = tx.Commit(); err == nil {
				s.mu.Unlock()
				return nil
			}
		}
		_ = tx.Rollback()
		s.mu.Unlock()
		last = err
		time.Sleep(10 * time.Millisecond)
	}
	return last
}

// Again gives the lock back, does slow work without it, and takes it again; the first part rolled back.
func (s *Svc) Again(ctx context.Context, id int64, slow func() error) error {
	s.mu.Lock()
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		s.mu.Unlock()
		return err
	}
	res, err := tx.ExecContext(ctx, "UPDATE docs SET state = 'busy' WHERE id = $1 AND state = 'idle'", id)
	if err != nil {
		_ = tx.Rollback()
		s.mu.Unlock()
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		_ = tx.Rollback()
		s.mu.Unlock()
		return slow()
	}
	if err := tx.Commit(); err != nil {
		s.mu.Unlock()
		return err
	}
	s.mu.Unlock()
	err = slow()
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err2 := s.db.BeginTxx(ctx, nil)
	if err2 != nil {
		return errors.Join(err, err2)
	}
	if _, err2 := tx.ExecContext(ctx, "UPDATE docs SET state = 'idle' WHERE id = $1", id); err2 != nil {
		return errors.Join(err, err2, tx.Rollback())
	}
	return errors.Join(err, tx.Commit())
}
