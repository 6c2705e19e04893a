// Case le52defaults: the life of a lease is what a configuration says, and a default where it says nothing.
package svc

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"locklintcases/le52defaults/lock"
)

type S struct {
	rdb *redis.Client
	db  *sql.DB
}

func (s *S) work(ctx context.Context) error {
	for range 15 {
		time.Sleep(900 * time.Millisecond)
	}
	_, err := s.db.ExecContext(ctx, "UPDATE t SET n = n + 1")
	return err
}

func (s *S) MinuteNew(ctx context.Context) error {
	m := lock.New(s.rdb, "aNew", lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) DefaultNew(ctx context.Context) error {
	m := lock.New(s.rdb, "bNew", lock.Config{})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) SecondsNew(ctx context.Context) error {
	m := lock.New(s.rdb, "cNew", lock.Config{TTL: 5 * time.Second})
	if err := m.Lock(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) MinuteNewP(ctx context.Context) error {
	m := lock.NewP(s.rdb, "aNewP", lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) DefaultNewP(ctx context.Context) error {
	m := lock.NewP(s.rdb, "bNewP", lock.Config{})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) SecondsNewP(ctx context.Context) error {
	m := lock.NewP(s.rdb, "cNewP", lock.Config{TTL: 5 * time.Second})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) MinuteNewOr(ctx context.Context) error {
	m := lock.NewOr(s.rdb, "aNewOr", lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) DefaultNewOr(ctx context.Context) error {
	m := lock.NewOr(s.rdb, "bNewOr", lock.Config{})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) SecondsNewOr(ctx context.Context) error {
	m := lock.NewOr(s.rdb, "cNewOr", lock.Config{TTL: 5 * time.Second})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) MinuteNewIn(ctx context.Context) error {
	m := lock.NewIn(s.rdb, "d", time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) DefaultNewIn(ctx context.Context) error {
	m := lock.NewIn(s.rdb, "e", 0)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) MinuteNewPtr(ctx context.Context) error {
	m := lock.NewPtr(s.rdb, "aNewPtr", &lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) DefaultNewPtr(ctx context.Context) error {
	m := lock.NewPtr(s.rdb, "bNewPtr", nil)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) SecondsNewPtr(ctx context.Context) error {
	m := lock.NewPtr(s.rdb, "cNewPtr", &lock.Config{TTL: 5 * time.Second})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) MinuteNewMerge(ctx context.Context) error {
	m := lock.NewMerge(s.rdb, "aNewMerge", &lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) DefaultNewMerge(ctx context.Context) error {
	m := lock.NewMerge(s.rdb, "bNewMerge", nil)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) SecondsNewMerge(ctx context.Context) error {
	m := lock.NewMerge(s.rdb, "cNewMerge", &lock.Config{TTL: 5 * time.Second})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}
