// Package named has named results, which deferred functions read and write. // want package:`shared database`
package named

import (
	"context"
	"database/sql"
	"sync"
)

// Finish ends the transaction as the named error says.
func Finish(ctx context.Context, tx *sql.Tx, id int) (err error) { // want Finish:`^write p1 orders; rollback p1(; r0 not nil)? \| write p1 orders; commit p1$`
	defer func() {
		if err != nil {
			tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	_, err = tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

// End does it through a pointer.
func End(tx *sql.Tx, err *error) { // want End:`^if \*p1 not nil; rollback p0 \| if \*p1 nil; commit p0(; p1=new0)?$`
	if *err != nil {
		tx.Rollback()
		return
	}
	*err = tx.Commit()
}

// Place defers End.
func Place(ctx context.Context, tx *sql.Tx) (err error) { // want Place:`^write p1 carts; rollback p1(; r0 not nil)? \| write p1 carts; commit p1$`
	defer End(tx, &err)
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	return
}

// Bad always fails.
func Bad(tx *sql.Tx) (err error) { // want Bad:`^rollback p0(; r0=database/sql.ErrNoRows; r0 not nil)?$`
	defer End(tx, &err)
	return sql.ErrNoRows
}

// OnError gives the lock back only where it fails: else the caller has it.
func OnError(mu *sync.Mutex, f func() error) (err error) { // want OnError:`^acquire mutex p0; run p1\(\) is nil; r0 nil \| acquire mutex p0; run p1\(\) is not nil; release mutex p0; r0 not nil$`
	mu.Lock()
	defer func() {
		if err != nil {
			mu.Unlock()
		}
	}()
	return f()
}

// Flag is a named bool.
func Flag(mu *sync.Mutex) (held bool) { // want Flag:`^acquire mutex p0; r0 true \| missed busy mutex p0; r0 false$`
	held = mu.TryLock()
	return
}
