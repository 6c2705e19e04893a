// Case p09typeswitch: an executor of type any or an interface is looked at with a type switch; one method joins the transaction it is given or begins one.
package p09typeswitch

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

var mu sync.Mutex

type DBTX interface {
	ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error)
}

func bump(ctx context.Context, ex any, id int64) error {
	const q = "UPDATE docs SET n = n + 1 WHERE id = $1"
	switch ex := ex.(type) {
	case *sql.Tx:
		mu.Lock()
		defer mu.Unlock() //bug:unlockbeforecommit/callee
		_, err := ex.ExecContext(ctx, q, id)
		return err
	case *sql.DB:
		mu.Lock()
		defer mu.Unlock()
		_, err := ex.ExecContext(ctx, q, id)
		return err
	}
	return errors.ErrUnsupported
}

func Run(ctx context.Context, db *sql.DB, id int64) error {
	if err := bump(ctx, db, id); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := bump(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

type Starter interface {
	BeginTx(ctx context.Context, o *sql.TxOptions) (*sql.Tx, error)
}

// Join begins where the handle can, and joins where it is one already.
func Join(ctx context.Context, h DBTX, fn func(DBTX) error) error {
	s, ok := h.(Starter)
	if !ok {
		return fn(h)
	}
	tx, err := s.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func Joined(ctx context.Context, db *sql.DB, id int64) error {
	return Join(ctx, db, func(h DBTX) error {
		mu.Lock()
		defer mu.Unlock() //bug:unlockbeforecommit/closure
		_, err := h.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
		return err
	})
}
