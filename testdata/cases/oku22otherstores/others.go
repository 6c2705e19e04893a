// Case oku22otherstores: MULTI of Redis and etcd's Txn are no transactions of a database: they run at once when they are executed.
package oku22otherstores

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
)

type S struct {
	rdb   *redis.Client
	etcd  *clientv3.Client
	locks *redislock.Client
	mu    sync.Mutex
}

func (s *S) Pipe(ctx context.Context, id string) error {
	_, err := s.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		p.Incr(ctx, "n:"+id)
		p.Expire(ctx, "n:"+id, time.Hour)
		return nil
	})
	return err
}

func (s *S) Txn(ctx context.Context, k, v string) error {
	l, err := s.locks.Obtain(ctx, "k:"+k, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = s.etcd.Txn(ctx).If(clientv3.Compare(clientv3.Version(k), "=", 0)).Then(clientv3.OpPut(k, v)).Commit()
	return err
}

func (s *S) Watch(ctx context.Context, k string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		s.mu.Lock()
		n, err := tx.Get(ctx, k).Int()
		s.mu.Unlock()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return p.Set(ctx, k, n+1, 0).Err()
		})
		return err
	}, k)
}
