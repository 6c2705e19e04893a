// Package either is opened on a file or on a server: then others may share it.
package either

import (
	"context"
	"database/sql"
	"sync"
)

type Notes struct {
	mu sync.Mutex
	db *sql.DB
}

func Open(path, driver string) (*Notes, error) {
	open := func() (*sql.DB, error) { return sql.Open("sqlite3", path) }
	if driver != "" {
		open = func() (*sql.DB, error) { return sql.Open("mysql", path) }
	}
	db, err := open()
	if err != nil {
		return nil, err
	}
	return &Notes{db: db}, nil
}

func (n *Notes) Bump(ctx context.Context, name string) error {
	n.mu.Lock() // want `read-modify-write`
	defer n.mu.Unlock()
	var v int
	if err := n.db.QueryRowContext(ctx, "SELECT v FROM counters WHERE name = ?", name).Scan(&v); err != nil {
		return err
	}
	_, err := n.db.ExecContext(ctx, "UPDATE counters SET v = ? WHERE name = ?", v+1, name)
	return err
}
