// Case p16deep: runners three packages deep, in both orders.
package c

import (
	"context"

	"locklintcases/p16deep/a"
	"locklintcases/p16deep/b"
)

type Svc struct{ store *b.Store }

func (s *Svc) Wrong(ctx context.Context, id string) error {
	return s.store.Tx(ctx, func(tx *a.Tx) error {
		return s.store.Exclusive(id, func() error { //bug:unlockbeforecommit/caller
			return s.store.Set(ctx, tx, id)
		})
	})
}

func (s *Svc) Right(ctx context.Context, id string) error {
	return s.store.Exclusive(id, func() error {
		return s.store.Tx(ctx, func(tx *a.Tx) error { return s.store.Set(ctx, tx, id) })
	})
}
