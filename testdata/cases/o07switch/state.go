// Case o07switch: of three ways out of a switch one unlocks before it commits.
package o07switch

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

type Machine struct {
	mu sync.Mutex
	db *sql.DB
}

func (m *Machine) Step(ctx context.Context, id int, event string) error {
	m.mu.Lock() //may:localmutex
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		m.mu.Unlock()
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO events (machine, event) VALUES (?, ?)", id, event); err != nil {
		tx.Rollback()
		m.mu.Unlock()
		return err
	}
	switch event {
	case "start":
		err = tx.Commit()
		m.mu.Unlock()
	case "stop":
		m.mu.Unlock() //bug:unlockbeforecommit/order
		err = tx.Commit()
	case "abort":
		m.mu.Unlock()
		err = tx.Rollback()
	default:
		tx.Rollback()
		m.mu.Unlock()
		return fmt.Errorf("unknown event %q", event)
	}
	return err
}
