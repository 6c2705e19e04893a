// Package decision decides before it has the lock.
package decision

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

var errState = errors.New("job is not waiting")

type Job struct {
	ID, State string
	Runs      int
}

type Worker struct {
	locks *redislock.Client
	db    *sql.DB
}

func (w *Worker) job(ctx context.Context, id string) (j Job, err error) {
	err = w.db.QueryRowContext(ctx, "SELECT id, state FROM jobs WHERE id = $1", id).Scan(&j.ID, &j.State)
	return j, err
}

func (w *Worker) finish(ctx context.Context, id string) error {
	_, err := w.db.ExecContext(ctx, "UPDATE jobs SET state = 'done' WHERE id = $1", id)
	return err
}

func (w *Worker) Once(ctx context.Context, id string) error {
	j, err := w.job(ctx, id)
	if err != nil {
		return err
	}
	if j.State != "waiting" {
		return errState
	}
	l, err := w.locks.Obtain(ctx, "lock:job:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	// timeline: read acquire write
	return w.finish(ctx, id) // want `^the write under lock "lock:job:\{\}" \(taken at line 43\) was decided by what was read at line 36, before the lock: its last holder may have changed it meanwhile; read it again after the lock is taken, or make the write conditional and look at its row count, assuming that the lock guards what was read \(staleread/decision\)$`
}

func (w *Worker) Fresh(ctx context.Context, id string) error {
	j, err := w.job(ctx, id)
	if err != nil || j.State != "waiting" {
		return errState
	}
	l, err := w.locks.Obtain(ctx, "lock:job:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if j, err = w.job(ctx, id); err != nil || j.State != "waiting" {
		return errState
	}
	return w.finish(ctx, id)
}

// check decides inside and says so by its error.
func (w *Worker) check(ctx context.Context, id string) error {
	j, err := w.job(ctx, id)
	if err != nil {
		return err
	}
	if j.State != "waiting" {
		return errState
	}
	return nil
}

func (w *Worker) Checked(ctx context.Context, id string) error {
	if err := w.check(ctx, id); err != nil {
		return err
	}
	l, err := w.locks.Obtain(ctx, "lock:job:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return w.finish(ctx, id) // want `staleread/decision`
}

func (w *Worker) with(ctx context.Context, key string, fn func() error) error {
	l, err := w.locks.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return fn()
}

func (w *Worker) Runner(ctx context.Context, id string) error {
	j, err := w.job(ctx, id)
	if err != nil {
		return err
	}
	if j.State != "waiting" {
		return errState
	}
	return w.with(ctx, "lock:job:"+id, func() error {
		return w.finish(ctx, id) // want `staleread/decision`
	})
}

// Session is a session lock on a connection of its own.
func (w *Worker) Session(ctx context.Context, id int64, name string) error {
	j, err := w.job(ctx, name)
	if err != nil {
		return err
	}
	if j.State != "waiting" {
		return errState
	}
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	return w.finish(ctx, name) // want `staleread/decision`
}

// Failed goes on unless the read failed: that decides nothing.
func (w *Worker) Failed(ctx context.Context, id string) error {
	if _, err := w.job(ctx, id); err != nil {
		return err
	}
	l, err := w.locks.Obtain(ctx, "lock:job:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return w.finish(ctx, id)
}

// Counted leaves it to the statement; the look before is a short cut.
func (w *Worker) Counted(ctx context.Context, id string) error {
	j, err := w.job(ctx, id)
	if err != nil || j.State != "waiting" {
		return errState
	}
	l, err := w.locks.Obtain(ctx, "lock:job:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	res, err := w.db.ExecContext(ctx, "UPDATE jobs SET state = 'done' WHERE id = $1 AND state = 'waiting'", id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errState
	}
	return nil
}

// Uncounted does not look whether it did anything.
func (w *Worker) Uncounted(ctx context.Context, id string) error {
	j, err := w.job(ctx, id)
	if err != nil || j.State != "waiting" {
		return errState
	}
	l, err := w.locks.Obtain(ctx, "lock:job:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	_, err = w.db.ExecContext(ctx, "UPDATE jobs SET state = 'done' WHERE id = $1 AND state = 'waiting'", id) // want `staleread/decision`
	return err
}
