// Case gb15ctx: whose context a release gets, in the ways in which it is handed on.
package gb15ctx

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var background = context.Background()

type Rates struct {
	rs  *redsync.Redsync
	db  *sql.DB
	ctx context.Context
}

func (r *Rates) lock(ctx context.Context) (*redsync.Mutex, error) {
	m := r.rs.NewMutex("rates", redsync.WithExpiry(time.Minute))
	return m, m.LockContext(ctx)
}

func (r *Rates) update(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, "UPDATE rates SET n = n + 1")
	return err
}

// Passed gives mutex and context to the literal as arguments.
func (r *Rates) Passed(ctx context.Context, _ string) error {
	m, err := r.lock(ctx)
	if err != nil {
		return err
	}
	defer func(m *redsync.Mutex, ctx context.Context) { //bug:canceledunlock/request-ctx
		if _, err := m.UnlockContext(ctx); err != nil {
			fmt.Println(err)
		}
	}(m, ctx)
	return r.update(ctx)
}

// Loop works until its context ends: the release of the last round may come behind that.
func (r *Rates) Loop(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			func() {
				m, err := r.lock(ctx)
				if err != nil {
					return
				}
				defer func() { _, _ = m.UnlockContext(ctx) }() //bug:canceledunlock/request-ctx
				if err := r.update(ctx); err != nil {
					fmt.Println(err)
				}
			}()
		}
	}
}

// Global is right: nobody ends that context.
func (r *Rates) Global() error {
	m, err := r.lock(background)
	if err != nil {
		return err
	}
	defer m.UnlockContext(background)
	return r.update(background)
}

// Field is silent: it is unknown who ends the context in the field.
func (r *Rates) Field() error {
	m, err := r.lock(r.ctx)
	if err != nil {
		return err
	}
	defer m.UnlockContext(r.ctx)
	return r.update(r.ctx)
}

// Explicit is right: where the work went well, the context had not ended.
func (r *Rates) Explicit(ctx context.Context) error {
	m, err := r.lock(ctx)
	if err != nil {
		return err
	}
	err = r.update(ctx)
	if _, uerr := m.UnlockContext(ctx); uerr != nil {
		fmt.Println(uerr)
	}
	return err
}

// Cleanup returns the function that gives back, with the context of the call that took.
func (r *Rates) Cleanup(ctx context.Context) (func(), error) {
	m, err := r.lock(ctx)
	if err != nil {
		return nil, err
	}
	return func() { _, _ = m.UnlockContext(ctx) }, nil //bug:canceledunlock/request-ctx
}

// Later is right: who gives back gives a context.
func (r *Rates) Later(ctx context.Context) (func(context.Context) error, error) {
	m, err := r.lock(ctx)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		_, err := m.UnlockContext(ctx)
		return err
	}, nil
}

// Valued carries a value and ends with its parent all the same.
func (r *Rates) Valued(ctx context.Context, id string) error {
	type key struct{}
	ctx = context.WithValue(ctx, key{}, id)
	m, err := r.lock(ctx)
	if err != nil {
		return err
	}
	defer m.UnlockContext(ctx) //bug:canceledunlock/request-ctx
	return r.update(ctx)
}

// Replaced is right: the context is detached before the release is registered.
func (r *Rates) Replaced(ctx context.Context) error {
	m, err := r.lock(ctx)
	if err != nil {
		return err
	}
	uctx := context.WithoutCancel(ctx)
	defer m.UnlockContext(uctx)
	return r.update(ctx)
}
