// Case okl03guards: a mutex over a read and a write that has another reason: memory beside it, one connection, a unique constraint, a condition, rows gone over, another table.
package okl03guards

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

var errTaken = errors.New("name is taken")

// Names keeps names.
type Names struct {
	mu    sync.Mutex
	db    *sql.DB
	conn  *sql.Conn
	known map[string]int64
}

func (n *Names) find(ctx context.Context, name string) (id int64, err error) {
	err = n.db.QueryRowContext(ctx, "SELECT id FROM names WHERE name = $1", name).Scan(&id)
	return id, err
}

func (n *Names) insert(ctx context.Context, name string) (id int64, err error) {
	err = n.db.QueryRowContext(ctx, "INSERT INTO names (name) VALUES ($1) RETURNING id", name).Scan(&id)
	return id, err
}

func (n *Names) keep(name string, id int64) { n.known[name] = id }

// Cached guards the map.
func (n *Names) Cached(ctx context.Context, name string) (int64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	id, err := n.find(ctx, name)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = n.insert(ctx, name)
	}
	if err != nil {
		return 0, err
	}
	n.keep(name, id)
	return id, nil
}

func taken(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505"
}

// Claimed leaves the decision to the index.
func (n *Names) Claimed(ctx context.Context, name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, err := n.find(ctx, name); err == nil {
		return errTaken
	}
	if _, err := n.insert(ctx, name); taken(err) {
		return errTaken
	} else if err != nil {
		return err
	}
	return nil
}

// Own uses the one connection.
func (n *Names) Own(ctx context.Context, name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	var hits int
	if err := n.conn.QueryRowContext(ctx, "SELECT hits FROM names WHERE name = $1", name).Scan(&hits); err != nil {
		return err
	}
	_, err := n.conn.ExecContext(ctx, "UPDATE names SET hits = $1 WHERE name = $2", hits+1, name)
	return err
}

// Sweep goes over what it finds.
func (n *Names) Sweep(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	rows, err := n.db.QueryContext(ctx, "SELECT id FROM names WHERE hits = 0")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if _, err := n.db.ExecContext(ctx, "DELETE FROM names WHERE id = $1", id); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Log writes to another table.
func (n *Names) Log(ctx context.Context, name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	id, err := n.find(ctx, name)
	if err != nil {
		return err
	}
	_, err = n.db.ExecContext(ctx, "INSERT INTO log (name_id) VALUES ($1)", id)
	return err
}
