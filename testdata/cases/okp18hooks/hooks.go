// Case okp18hooks: the function that gives a lock back is kept for later in one branch (a hook behind the commit, a channel, a map), and deferred in the other. Where nobody keeps it, the lock leaks.
package okp18hooks

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type key struct{}

type hooks struct {
	after []func()
	last  string
}

// add says whether it took f.
func (h *hooks) add(f func()) bool {
	if h == nil {
		return false
	}
	h.after = append(h.after, f)
	return true
}

func (h *hooks) always(f func()) { h.after = append(h.after, f) }

func (h *hooks) note(name string) { h.last = name }

// after keeps f in what the context carries, if it carries any.
func after(ctx context.Context, f func()) bool {
	h, ok := ctx.Value(key{}).(*hooks)
	if ok {
		h.after = append(h.after, f)
	}
	return ok
}

type Seats struct {
	db    *sql.DB
	locks *redislock.Client
}

func (s *Seats) Add(ctx context.Context, h *hooks) error {
	l, err := s.locks.Obtain(ctx, "seats", time.Minute, nil)
	if err != nil {
		return err
	}
	if !h.add(func() { _ = l.Release(context.WithoutCancel(ctx)) }) {
		defer l.Release(context.WithoutCancel(ctx))
	}
	return s.take(ctx)
}

func (s *Seats) Always(ctx context.Context, h *hooks, later bool) error {
	l, err := s.locks.Obtain(ctx, "seats", time.Minute, nil)
	if err != nil {
		return err
	}
	if later {
		h.always(func() { _ = l.Release(context.WithoutCancel(ctx)) })
	} else {
		defer l.Release(context.WithoutCancel(ctx))
	}
	return s.take(ctx)
}

func (s *Seats) Carried(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "seats", time.Minute, nil)
	if err != nil {
		return err
	}
	if !after(ctx, func() { _ = l.Release(context.WithoutCancel(ctx)) }) {
		defer l.Release(context.WithoutCancel(ctx))
	}
	return s.take(ctx)
}

func (s *Seats) Sent(ctx context.Context, q chan<- func()) error {
	l, err := s.locks.Obtain(ctx, "seats", time.Minute, nil)
	if err != nil {
		return err
	}
	free := func() { _ = l.Release(context.WithoutCancel(ctx)) }
	select {
	case q <- free:
	default:
		defer free()
	}
	return s.take(ctx)
}

// Noted keeps the name of the lock, and that gives nothing back.
func (s *Seats) Noted(ctx context.Context, h *hooks, busy bool) error {
	l, err := s.locks.Obtain(ctx, "seats", time.Minute, nil) //bug:leakedlock/late-defer
	if err != nil {
		return err
	}
	h.note(l.Key())
	if busy {
		return nil
	}
	defer l.Release(context.WithoutCancel(ctx))
	return s.take(ctx)
}

func (s *Seats) take(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "UPDATE seats SET taken = true")
	return err
}
