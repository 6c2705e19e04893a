// Package datakey locks data by its own key.
package datakey

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type Store struct {
	rs    *redsync.Redsync
	locks *redislock.Client
	rdb   *redis.Client
}

func (s *Store) parameter(ctx context.Context, id, v string) error {
	m := s.rs.NewMutex(id) // want `lock key of this lock is the key of the data itself, which line 25 uses`
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return s.rdb.Set(ctx, id, v, 0).Err()
}

func (s *Store) built(ctx context.Context, id, v string) error {
	key := "match:" + id // want `lock key "match:\{\}" is the key of the data itself, which line 35 uses`
	l, err := s.locks.Obtain(ctx, key, time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.rdb.Set(ctx, key, v, 0).Err()
}

// Silent: the lock has a name of its own.
func (s *Store) apart(ctx context.Context, id, v string) error {
	m := s.rs.NewMutex("lock/" + id)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return s.rdb.Set(ctx, id, v, 0).Err()
}

// Silent: a marker whose value tells how far the work is.
func (s *Store) progress(ctx context.Context, id string) error {
	if ok, err := s.rdb.SetNX(ctx, "job:"+id, "started", time.Hour).Result(); err != nil || !ok {
		return err
	}
	return s.rdb.Set(ctx, "job:"+id, "done", time.Hour).Err()
}

// The value is written over the token, and deleted with it.
func (s *Store) raw(ctx context.Context, id, token, v string) error {
	if ok, err := s.rdb.SetNX(ctx, "cart:"+id, token, time.Hour).Result(); err != nil || !ok { // want `lock key "cart:\{\}" is the key of the data itself, which line 61 uses`
		return err
	}
	if err := s.rdb.Set(ctx, "cart:"+id, v, 0).Err(); err != nil {
		return err
	}
	_, err := s.rdb.Del(ctx, "cart:"+id).Result()
	_ = err
	return nil
}

func quoteKey(id string) string { return "quote:" + id }

// The key comes from the template of the data: the finding points at the call.
func (s *Store) template(ctx context.Context, id, v string) error {
	l, err := s.locks.Obtain(ctx, quoteKey(id), time.Second, nil) // want `lock key "quote:\{\}" is the key of the data itself, which line 78 uses`
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.rdb.Set(ctx, quoteKey(id), v, 0).Err()
}
