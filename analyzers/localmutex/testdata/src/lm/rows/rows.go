// Package rows goes over what it read.
package rows

import (
	"context"
	"database/sql"
	"sync"
)

var mu sync.Mutex

// Each deletes what it found: that it loops over the rows decides nothing that a second one would not do again.
func Each(ctx context.Context, db *sql.DB) error {
	mu.Lock()
	defer mu.Unlock()
	rows, err := db.QueryContext(ctx, "SELECT id FROM expired")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "DELETE FROM expired WHERE id = $1", id); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Some look at each row first.
func Some(ctx context.Context, db *sql.DB) error {
	mu.Lock() // want `check-then-write`
	defer mu.Unlock()
	rows, err := db.QueryContext(ctx, "SELECT id, n FROM expired")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, n int64
		if err := rows.Scan(&id, &n); err != nil {
			return err
		}
		if n > 3 {
			continue
		}
		if _, err := db.ExecContext(ctx, "DELETE FROM expired WHERE id = $1", id); err != nil {
			return err
		}
	}
	return rows.Err()
}
