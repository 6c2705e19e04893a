// Case p08txvalues: begin answers (tx, commit, rollback, err) as function values, named results end the transaction, and struct fields hold the functions.
package p08txvalues

import (
	"context"
	"database/sql"
	"sync"

	"github.com/jmoiron/sqlx"
)

func begin(ctx context.Context, db *sqlx.DB) (*sqlx.Tx, func() error, func(), error) {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	return tx, tx.Commit, func() { _ = tx.Rollback() }, nil
}

type Svc struct {
	db *sqlx.DB
	mu sync.Mutex
}

func (s *Svc) A(ctx context.Context, id int64) error {
	tx, commit, rollback, err := begin(ctx, s.db)
	if err != nil {
		return err
	}
	defer rollback()
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		s.mu.Unlock()
		return err
	}
	s.mu.Unlock() //bug:unlockbeforecommit/order
	return commit()
}

// unit has them in fields.
type unit struct {
	q      *sqlx.Tx
	commit func() error
	abort  func() error
}

func (s *Svc) unit(ctx context.Context) (*unit, error) {
	tx, err := s.db.BeginTxx(ctx, &sql.TxOptions{})
	if err != nil {
		return nil, err
	}
	return &unit{q: tx, commit: tx.Commit, abort: tx.Rollback}, nil
}

func (s *Svc) B(ctx context.Context, id int64) (err error) {
	u, err := s.unit(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = u.abort()
			return
		}
		err = u.commit()
	}()
	s.mu.Lock()
	defer s.mu.Unlock() //bug:unlockbeforecommit/defer-order
	_, err = u.q.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}

// finisher answers the deferred end as a function of the error's address.
func (s *Svc) start(ctx context.Context, errp *error) (*sqlx.Tx, func()) {
	tx := s.db.MustBeginTx(ctx, nil)
	return tx, func() {
		if *errp != nil {
			_ = tx.Rollback()
			return
		}
		*errp = tx.Commit()
	}
}

func (s *Svc) C(ctx context.Context, id int64) (err error) {
	tx, finish := s.start(ctx, &err)
	defer finish()
	s.mu.Lock()
	defer s.mu.Unlock() //bug:unlockbeforecommit/defer-order
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}
