// Case d06flag: a local flag decides in the deferred literal whether to commit.
package d06flag

import (
	"context"
	"log"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Slots struct {
	pool *pgxpool.Pool
	rs   *redsync.Redsync
}

func (s *Slots) Reserve(ctx context.Context, slot string) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	success := false
	defer func() {
		if !success {
			_ = tx.Rollback(ctx)
			return
		}
		if err := tx.Commit(ctx); err != nil {
			log.Printf("commit: %v", err)
		}
	}()
	m := s.rs.NewMutex("slot:" + slot)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.Unlock() //bug:unlockbeforecommit/defer-order
	if _, err := tx.Exec(ctx, "UPDATE slots SET free = false WHERE name = $1 AND free", slot); err != nil {
		return err
	}
	success = true
	return nil
}

// ReserveFlag sets the flag by an explicit commit; the defer only rolls back.
func (s *Slots) ReserveFlag(ctx context.Context, slot string) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed {
			_ = tx.Rollback(ctx)
		}
	}()
	m := s.rs.NewMutex("slot:" + slot) //may:keytemplate
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.Unlock()
	if _, err := tx.Exec(ctx, "UPDATE slots SET free = false WHERE name = $1 AND free", slot); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	committed = true
	return nil
}
