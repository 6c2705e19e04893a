// Package connection has a mutex that stands beside the one connection.
package connection

import (
	"context"
	"database/sql"
	"sync"
)

type Conn struct {
	mu   sync.Mutex
	conn *sql.Conn
	db   *sql.DB
}

func (c *Conn) Own(ctx context.Context, id int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var n int
	if err := c.conn.QueryRowContext(ctx, "SELECT n FROM t WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	_, err := c.conn.ExecContext(ctx, "UPDATE t SET n = $1 WHERE id = $2", n+1, id)
	return err
}

// Pool runs on any connection.
func (c *Conn) Pool(ctx context.Context, id int64) error {
	c.mu.Lock() // want `read-modify-write`
	defer c.mu.Unlock()
	var n int
	if err := c.db.QueryRowContext(ctx, "SELECT n FROM t WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, "UPDATE t SET n = $1 WHERE id = $2", n+1, id)
	return err
}
