// Case kt04ranged: the key of a lock ends in a variable that has a value before a loop over the ids sets it: it is the template's key, put together by hand.
package kt04ranged

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"
)

func free(m *redsync.Mutex) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if ok, err := m.UnlockContext(ctx); err != nil || !ok {
		slog.Warn("not released", "name", m.Name(), "err", err)
	}
}

func with(ctx context.Context, rs *redsync.Redsync, name string, f func() error) error {
	m := rs.NewMutex(name)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer free(m)
	return f() //review:blockingcall/callback
}

func shelfKey(id string) string { return "shelf:" + id }

// Count takes the lock of one shelf.
func Count(ctx context.Context, rs *redsync.Redsync, id string, f func() error) error {
	return with(ctx, rs, shelfKey(id), f)
}

// CountAll goes on with the next shelf where one cannot be counted, and says at which it came to an end.
func CountAll(ctx context.Context, rs *redsync.Redsync, ids []string, f func() error) string {
	id := "none"
	for _, id = range ids {
		if err := with(ctx, rs, "shelf:"+id, f); err != nil { //bug:keytemplate/bypass
			slog.Warn("not counted", "shelf", id, "err", err)
		}
	}
	return id
}
