// Case ctx02job: a job takes one lock for all and gets nothing but a context: that is the background, unless the package says otherwise.
package ctx02job

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-redsync/redsync/v4"
)

const (
	quotaKey  = "task:quota"
	reportKey = "task:report"
)

type Tasks struct {
	rs *redsync.Redsync
	db *sql.DB
}

func (t *Tasks) clear(ctx context.Context) error {
	_, err := t.db.ExecContext(ctx, "UPDATE quotas SET used = 0")
	return err
}

// Quota is run by a scheduler that stands in another package.
func (t *Tasks) Quota(ctx context.Context) {
	m := t.rs.NewMutex(quotaKey, redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return
	}
	defer func() { //review:canceledunlock/request-ctx
		if ok, err := m.UnlockContext(ctx); err != nil || !ok {
			slog.Warn("not unlocked", "err", err)
		}
	}()
	if err := t.clear(ctx); err != nil {
		slog.Warn("not cleared", "err", err)
	}
}

// Report is run by a scheduler and by a handler: its requests end.
func (t *Tasks) Report(ctx context.Context) {
	m := t.rs.NewMutex(reportKey, redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return
	}
	defer func() { //bug:canceledunlock/request-ctx
		if ok, err := m.UnlockContext(ctx); err != nil || !ok {
			slog.Warn("not unlocked", "err", err)
		}
	}()
	if err := t.clear(ctx); err != nil {
		slog.Warn("not cleared", "err", err)
	}
}

func (t *Tasks) ServeHTTP(w http.ResponseWriter, r *http.Request) { t.Report(r.Context()) }

// Start has the reports made.
func (t *Tasks) Start(c interface {
	AddFunc(string, func()) (int, error)
}) error {
	_, err := c.AddFunc("@daily", func() { t.Report(context.Background()) })
	return err
}

func (t *Tasks) user(ctx context.Context, id string) error {
	m := t.rs.NewMutex("user:"+id, redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	_, err := t.db.ExecContext(ctx, "UPDATE users SET seen = now() WHERE id = $1", id)
	return err
}

func (t *Tasks) users(ctx context.Context, ids []string) {
	for _, id := range ids {
		if err := t.user(ctx, id); err != nil {
			slog.WarnContext(ctx, "user", "err", err)
		}
	}
}

// Users is silent at the unlock two calls below: all that call there give a context that nobody ends.
func (t *Tasks) Users(ids []string) { t.users(context.Background(), ids) }
