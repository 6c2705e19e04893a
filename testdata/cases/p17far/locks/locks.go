// Package locks stands between: it takes no lock by itself that is not one of package guard.
package locks

import (
	"context"

	"locklintcases/p17far/guard"
)

func Key(id string) string { return "order:" + id }

type Locker struct{ *guard.Base }

func (l *Locker) Order(ctx context.Context, id string) (*guard.Held, error) {
	return l.Take(ctx, Key(id))
}

type Session struct{ Held *guard.Held }

func (l *Locker) Session(ctx context.Context, id string) (Session, error) {
	h, err := l.Take(ctx, Key(id))
	return Session{h}, err
}

type Box[T any] struct{ V T }

func (l *Locker) Boxed(ctx context.Context, id string) (*Box[*guard.Held], error) {
	h, err := l.Take(ctx, Key(id))
	if err != nil {
		return nil, err
	}
	return &Box[*guard.Held]{h}, nil
}
