// Package embedded keeps its rows in a file of the process.
package embedded

import (
	"context"
	"database/sql"
	"sync"
)

type Notes struct {
	mu sync.Mutex
	db *sql.DB
}

func Open(path string) (*Notes, error) {
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return nil, err
	}
	return &Notes{db: db}, nil
}

func (n *Notes) Bump(ctx context.Context, name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	var v int
	if err := n.db.QueryRowContext(ctx, "SELECT v FROM counters WHERE name = ?", name).Scan(&v); err != nil {
		return err
	}
	_, err := n.db.ExecContext(ctx, "UPDATE counters SET v = ? WHERE name = ?", v+1, name)
	return err
}
