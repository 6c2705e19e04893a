// Package rowflag locks rows if its caller says so. // want package:`shared database`
package rowflag

import (
	"context"
	"database/sql"
)

// Get decides by a flag: one case for each.
func Get(ctx context.Context, tx *sql.Tx, id int, locked bool) (n int, err error) { // want Get:`^if p3 false; read p1 stock \| if p3 true; read p1 stock$`
	var tail string
	if locked {
		tail = " FOR UPDATE"
	}
	err = tx.QueryRowContext(ctx, "SELECT n FROM stock WHERE id = $1"+tail, id).Scan(&n)
	return n, err
}

// Through hands the flag on.
func Through(ctx context.Context, tx *sql.Tx, id int, locked bool) (int, error) { // want Through:`^if p3 false; read p1 stock \| if p3 true; read p1 stock$`
	return Get(ctx, tx, id, locked)
}

// Sure locks, and Free does not.
func Sure(ctx context.Context, tx *sql.Tx, id int) (int, error) { return Through(ctx, tx, id, true) } // want Sure:`^read p1 stock$`

func Free(ctx context.Context, tx *sql.Tx, id int) (int, error) { return Through(ctx, tx, id, false) } // want Free:`^read p1 stock$`

// Other has a flag that only sorts.
func Other(ctx context.Context, tx *sql.Tx, id int, last bool) (n int, err error) { // want Other:`^read p1 stock$`
	var tail string
	if last {
		tail = " ORDER BY id"
	}
	err = tx.QueryRowContext(ctx, "SELECT n FROM stock WHERE id = $1"+tail, id).Scan(&n)
	return n, err
}
