// Package check writes or not, as it read.
package check

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

var (
	mu       sync.Mutex
	errTaken = errors.New("taken")
	errShort = errors.New("short")
)

type Names struct{ db *sql.DB }

func (n *Names) find(ctx context.Context, name string) (id int64, err error) {
	err = n.db.QueryRowContext(ctx, "SELECT id FROM names WHERE name = $1", name).Scan(&id)
	return id, err
}

func (n *Names) insert(ctx context.Context, name string) error {
	_, err := n.db.ExecContext(ctx, "INSERT INTO names (name) VALUES ($1)", name)
	return err
}

func (n *Names) Ensure(ctx context.Context, name string) error {
	// timeline: acquire read write
	mu.Lock() // want `^mutex mu is all that guards table names, checked at line 33 and then written at line 35: another process passes the same check and both write; let a unique constraint or a condition in the statement decide, lock the rows of table names \(SELECT \.\.\. FOR UPDATE\), or take a distributed lock, assuming .*check-then-write`
	defer mu.Unlock()
	_, err := n.find(ctx, name)
	if errors.Is(err, sql.ErrNoRows) {
		return n.insert(ctx, name)
	}
	return err
}

func (n *Names) Claim(ctx context.Context, name string) error {
	mu.Lock() // want `checked at line 43 and then written at line 46.*check-then-write`
	defer mu.Unlock()
	if _, err := n.find(ctx, name); err == nil {
		return errTaken
	}
	return n.insert(ctx, name)
}

func (n *Names) free(ctx context.Context) (bool, error) {
	var used int
	if err := n.db.QueryRowContext(ctx, "SELECT count(*) FROM names").Scan(&used); err != nil {
		return false, err
	}
	return used < 10, nil
}

func (n *Names) Counted(ctx context.Context, name string) error {
	mu.Lock() // want `check-then-write`
	defer mu.Unlock()
	ok, err := n.free(ctx)
	if err != nil || !ok {
		return errShort
	}
	return n.insert(ctx, name)
}

// room decides inside, and says so by its error.
func (n *Names) room(ctx context.Context) error {
	ok, err := n.free(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return errShort
	}
	return nil
}

func (n *Names) Decided(ctx context.Context, name string) error {
	mu.Lock() // want `check-then-write`
	defer mu.Unlock()
	if err := n.room(ctx); err != nil {
		return err
	}
	return n.insert(ctx, name)
}

// Failed writes unless the read failed: that decides nothing.
func (n *Names) Failed(ctx context.Context, name string) error {
	mu.Lock()
	defer mu.Unlock()
	if _, err := n.free(ctx); err != nil {
		return err
	}
	return n.insert(ctx, name)
}

// Either writes whether it was there or not.
func (n *Names) Either(ctx context.Context, name string) error {
	mu.Lock()
	defer mu.Unlock()
	_, err := n.find(ctx, name)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return n.insert(ctx, name)
}
