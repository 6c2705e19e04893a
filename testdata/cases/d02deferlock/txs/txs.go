// Package txs ends transactions.
package txs

import (
	"database/sql"
	"errors"
	"fmt"
)

// End commits if *err is nil.
func End(tx *sql.Tx, err *error) {
	if r := recover(); r != nil {
		_ = tx.Rollback()
		panic(r)
	}
	if *err != nil {
		if rerr := tx.Rollback(); rerr != nil && !errors.Is(rerr, sql.ErrTxDone) {
			*err = fmt.Errorf("%w (rollback: %v)", *err, rerr)
		}
		return
	}
	if cerr := tx.Commit(); cerr != nil {
		*err = fmt.Errorf("commit: %w", cerr)
	}
}
