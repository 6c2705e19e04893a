// Package use saves in a unit of work of another package. // want package:`shared database`
package use

import (
	"context"
	"database/sql"

	"uow"
)

// Place sees through the runner and the context.
func Place(ctx context.Context, u *uow.Unit, id int) error { // want Place:`^write new0 orders$`
	return u.Do(ctx, func(ctx context.Context) error { return uow.Save(ctx, id) })
}

// Own begins by itself and hands the transaction over in the context.
func Own(ctx context.Context, db *sql.DB) error { // want Own:`^r0 not nil \| begin new0; write new0 orders$`
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	return uow.Save(uow.WithTx(ctx, tx), 1)
}
