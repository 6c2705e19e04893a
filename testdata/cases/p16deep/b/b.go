// Package b wraps a.
package b

import (
	"context"

	"locklintcases/p16deep/a"
)

type Store struct{ DB *a.DB }

func (s *Store) Tx(ctx context.Context, fn func(tx *a.Tx) error) error {
	return s.DB.Update(ctx, func(_ context.Context, tx *a.Tx) error { return fn(tx) })
}

func (s *Store) Exclusive(id string, fn func() error) error { return a.WithLock("store:"+id, fn) }

func (s *Store) Set(ctx context.Context, tx *a.Tx, id string) error {
	_, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}
