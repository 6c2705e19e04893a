// Package uow carries the transaction in the context. // want package:`shared database`
package uow

import (
	"context"
	"database/sql"
)

type txKey struct{}

// WithTx puts it in.
func WithTx(ctx context.Context, tx *sql.Tx) context.Context { // want WithTx:`^r0=p0\.with\("zero uow\.txKey"=p1\); r0 not nil$`
	return context.WithValue(ctx, txKey{}, tx)
}

// TxFrom takes it out.
func TxFrom(ctx context.Context) (*sql.Tx, bool) { // want TxFrom:`^r0=p0\.value\("zero uow\.txKey"\); r1=is\(p0\.value\("zero uow\.txKey"\),"\*database/sql\.Tx"\)$`
	tx, ok := ctx.Value(txKey{}).(*sql.Tx)
	return tx, ok
}

type Unit struct{ db *sql.DB }

// Do runs f in a transaction that f finds in its context.
func (u *Unit) Do(ctx context.Context, f func(ctx context.Context) error) error { // want Do:`^r0 not nil \| begin new0; run p2\(p1\.with\("zero uow\.txKey"=new0\)\) is not nil; rollback new0; r0 not nil \| begin new0; run p2\(p1\.with\("zero uow\.txKey"=new0\)\) is nil; commit new0$`
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(WithTx(ctx, tx)); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Save works on the transaction of its context.
func Save(ctx context.Context, id int) error { // want Save:`^write p0\.value\("zero uow\.txKey"\) orders$`
	tx, _ := TxFrom(ctx)
	_, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

// Place does all of it.
func (u *Unit) Place(ctx context.Context, id int) error { // want Place:`^write new0 orders$`
	return u.Do(ctx, func(ctx context.Context) error { return Save(ctx, id) })
}
