// Case t03runner: a runner of the project's own takes a Redis lock, and the function that it runs sends mail without a time limit.
package t03runner

import (
	"context"
	"log/slog"
	"net/smtp"
	"time"

	"github.com/bsm/redislock"
)

// Locks runs functions under locks.
type Locks struct{ client *redislock.Client }

// With runs f under the lock of a key.
func (l *Locks) With(ctx context.Context, key string, f func(context.Context) error) error {
	lock, err := l.client.Obtain(ctx, "lock:"+key, time.Minute, nil)
	if err != nil {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if err := lock.Release(end); err != nil {
			slog.Warn("not released", "key", key, "err", err)
		}
	}()
	return f(ctx) //review:blockingcall/callback
}

func mailKey(to string) string { return "mail:" + to }

// Mailer sends letters.
type Mailer struct {
	locks *Locks
	host  string
}

func (m *Mailer) send(to string, text []byte) error {
	return smtp.SendMail(m.host, nil, "shop@example.com", []string{to}, text)
}

// Remind sends under the lock.
func (m *Mailer) Remind(ctx context.Context, to string) error {
	return m.locks.With(ctx, mailKey(to), func(context.Context) error {
		return m.send(to, []byte("pay")) //bug:blockingcall/no-timeout
	})
}

// RemindApart sends without the lock.
func (m *Mailer) RemindApart(ctx context.Context, to string) error {
	due := false
	err := m.locks.With(ctx, mailKey(to), func(context.Context) error {
		due = true
		return nil
	})
	if err != nil || !due {
		return err
	}
	return m.send(to, []byte("pay"))
}
