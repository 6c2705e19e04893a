// Case e03collected: locks collected in a slice and given back in a loop, by the function, its closure or a range over an iterator, before the transaction commits; a once-only release too early.
package e03collected

import (
	"context"
	"database/sql"
	"iter"
	"slices"
	"sync"
)

type S struct {
	db *sql.DB
	m  map[int64]*sync.Mutex
	mu sync.Mutex
}

func (s *S) lockAll(ids []int64) (unlock func()) {
	var held []*sync.Mutex
	for _, id := range ids {
		l := s.m[id]
		l.Lock()
		held = append(held, l)
	}
	return func() {
		for _, l := range slices.Backward(held) {
			l.Unlock()
		}
	}
}

// Early gives all of them back before the commit.
func (s *S) Early(ctx context.Context, ids []int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	unlock := s.lockAll(ids)
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1"); err != nil {
		unlock()
		return err
	}
	unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

// Right holds them until the function ends, behind the commit: silent.
func (s *S) Right(ctx context.Context, ids []int64) error {
	defer s.lockAll(ids)()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1"); err != nil {
		return err
	}
	return tx.Commit()
}

// Each is given the iterator: the body defers, the commit's defer was registered before.
func (s *S) Each(ctx context.Context, ids iter.Seq[int64]) (err error) {
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
	for id := range ids {
		s.m[id].Lock()
		defer s.m[id].Unlock() //bug:unlockbeforecommit/defer-order
		if _, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// OnlyInBody has no defer but the one in the body, and commits by hand: silent.
func (s *S) OnlyInBody(ctx context.Context, tx *sql.Tx, ids iter.Seq[int64]) error {
	for id := range ids {
		s.m[id].Lock()
		defer s.m[id].Unlock()
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			_ = tx.Rollback()
			return err
		}
	}
	return tx.Commit()
}

// Once releases by hand in front of the commit; the deferred call does nothing then.
func (s *S) Once(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	release := sync.OnceFunc(s.mu.Unlock)
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		release()
		return err
	}
	release() //bug:unlockbeforecommit/order
	return tx.Commit()
}
