// Case okl07dbtx: queries on an interface that a connection, a transaction and a pool fit, as generators write them. Whoever puts a pool there is told, where that is done; a handle of gorm in a field is taken for the root.
package okl07dbtx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"gorm.io/gorm"
)

// DBTX is what a connection, a transaction and a pool have.
type DBTX interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

type Queries struct{ db DBTX }

func New(db DBTX) *Queries { return &Queries{db} }

func (q *Queries) Lock(ctx context.Context, id int64) error {
	_, err := q.db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id)
	return err
}

func (q *Queries) Unlock(ctx context.Context, id int64) (ok bool, err error) {
	err = q.db.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&ok)
	return ok, err
}

// Right has one connection for both.
func Right(ctx context.Context, db *sql.DB, id int64, work func(*Queries) error) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	q := New(conn)
	if err := q.Lock(ctx, id); err != nil {
		return err
	}
	defer func() {
		ok, uerr := q.Unlock(context.WithoutCancel(ctx), id)
		if uerr != nil || !ok {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
			err = errors.Join(err, uerr)
		}
	}()
	return work(q)
}

// Wrong has whichever the pool gives.
func Wrong(ctx context.Context, db *sql.DB, id int64, work func(*Queries) error) (err error) {
	q := New(db)
	if err := q.Lock(ctx, id); err != nil { //bug:pooledlock/pool
		return err
	}
	defer func() {
		_, uerr := q.Unlock(context.WithoutCancel(ctx), id) //may:pooledlock
		err = errors.Join(err, uerr)
	}()
	return work(q)
}

// A Store has the root handle of gorm.
type Store struct{ db *gorm.DB }

func NewStore(db *gorm.DB) *Store { return &Store{db: db} }

func (s *Store) Lock(ctx context.Context, id int64) error {
	return s.db.WithContext(ctx).Exec("SELECT pg_advisory_lock(?)", id).Error //bug:pooledlock/pool
}
