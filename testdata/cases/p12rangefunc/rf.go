// Case p12rangefunc: range over functions: the body defers an unlock (it runs when the function returns), unlocks per item, or returns out of the loop.
package p12rangefunc

import (
	"context"
	"database/sql"
	"iter"
	"sync"
)

type S struct {
	db *sql.DB
	m  map[int64]*sync.Mutex
	mu sync.Mutex
}

func ids(n int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Body unlocks in the body.
func (s *S) Body(ctx context.Context, n int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for id := range ids(n) {
		l := s.m[id]
		l.Lock()
		_, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
		l.Unlock() //bug:unlockbeforecommit/order
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Deferred in the body, behind the deferred commit.
func (s *S) Deferred(ctx context.Context, n int64) (err error) {
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
	for id := range ids(n) {
		s.m[id].Lock()
		defer s.m[id].Unlock() //bug:unlockbeforecommit/defer-order
		if _, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// Right defers in the body and commits by hand before the function returns: silent.
func (s *S) Right(ctx context.Context, n int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for id := range ids(n) {
		s.m[id].Lock()
		defer s.m[id].Unlock()
		if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// rows is an iterator over a query that holds a lock while it yields.
func (s *S) rows(ctx context.Context, tx *sql.Tx) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		rs, err := tx.QueryContext(ctx, "SELECT id FROM docs")
		if err != nil {
			yield(0, err)
			return
		}
		defer rs.Close()
		for rs.Next() {
			var id int64
			if err := rs.Scan(&id); !yield(id, err) {
				return
			}
		}
	}
}

// ReadOnly only reads under it: silent.
func (s *S) ReadOnly(ctx context.Context) (sum int64, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	for id, err := range s.rows(ctx, tx) {
		if err != nil {
			return 0, err
		}
		sum += id
	}
	return sum, tx.Commit()
}
