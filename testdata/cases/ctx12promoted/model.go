// Case ctx12promoted: one implementation of an interface embeds the other and has its method from it: a call of that returns, and what comes before is looked at.
package ctx12promoted

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type Model interface {
	Trans(ctx context.Context, fn func(*sql.Tx) error) error
	Name() string
}

type defaultModel struct{ db *sql.DB }

func (m *defaultModel) Trans(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (m *defaultModel) Name() string { return "default" }

type customModel struct{ *defaultModel }

func (m *customModel) Name() string { return "custom" }

// NewModel makes the one that is used.
func NewModel(db *sql.DB) Model { return &customModel{&defaultModel{db}} }

type Tickets struct {
	rs    *redsync.Redsync
	model Model
}

func free(ctx context.Context, m *redsync.Mutex) {
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if ok, err := m.UnlockContext(uctx); err != nil || !ok {
		slog.Warn("not unlocked", "err", err)
	}
}

func (t *Tickets) sell(ctx context.Context, train string) error {
	return t.model.Trans(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE trains SET free = free - 1 WHERE id = $1", train)
		return err
	})
}

// Buy sells whether it has the lock or not.
func (t *Tickets) Buy(ctx context.Context, train string) error {
	m := t.rs.NewMutex("train:" + train)
	m.LockContext(ctx) //bug:uncheckedlock/ignored
	defer free(ctx, m)
	return t.sell(ctx, train)
}

// BuyLocked looks.
func (t *Tickets) BuyLocked(ctx context.Context, train string) error {
	m := t.rs.NewMutex("train:locked:" + train)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer free(ctx, m)
	return t.sell(ctx, train)
}
