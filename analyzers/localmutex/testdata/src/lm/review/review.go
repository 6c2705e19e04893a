// Package review has what a reader has to judge: reported on request only.
package review

import (
	"context"
	"database/sql"
	"sync"
)

var mu sync.Mutex

type Jobs struct {
	db   *sql.DB
	busy sync.Mutex
}

func (j *Jobs) Tick(ctx context.Context) error {
	if !j.busy.TryLock() { // want `^mutex j\.busy keeps a job that writes table jobs at line 22 from running twice in this process only: every other process runs it too; take a distributed lock \(localmutex/singleton\)$`
		return nil
	}
	defer j.busy.Unlock()
	_, err := j.db.ExecContext(ctx, "DELETE FROM jobs WHERE id = $1", 1)
	return err
}

func (j *Jobs) Both(ctx context.Context) error {
	mu.Lock() // want `^mutex mu keeps the writes of table jobs together, the first at line 29, in this process only: put them into one transaction \(localmutex/write-only\)$`
	defer mu.Unlock()
	if _, err := j.db.ExecContext(ctx, "INSERT INTO jobs (id) VALUES ($1)", 1); err != nil {
		return err
	}
	_, err := j.db.ExecContext(ctx, "INSERT INTO steps (job) VALUES ($1)", 1)
	return err
}

// One statement is one transaction.
func (j *Jobs) One(ctx context.Context) error {
	mu.Lock()
	defer mu.Unlock()
	_, err := j.db.ExecContext(ctx, "INSERT INTO jobs (id) VALUES ($1)", 1)
	return err
}
