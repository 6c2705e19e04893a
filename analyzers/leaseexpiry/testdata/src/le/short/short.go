// Package short has work that may take longer than the lease lives.
package short

import (
	"context"
	"net/http"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	zredis "github.com/zeromicro/go-zero/core/stores/redis"
)

type S struct {
	locks  *redislock.Client
	rs     *redsync.Redsync
	client *http.Client
}

func New(locks *redislock.Client, rs *redsync.Redsync) *S {
	return &S{locks: locks, rs: rs, client: &http.Client{Timeout: 4 * time.Second}}
}

func (s *S) ask(url string) error {
	_, err := s.client.Get(url)
	return err
}

func (s *S) Twice(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:a", 6*time.Second, nil) // want `^the lease of lock "lock:a" is 6s, and the work under it may take 4s timeout of http.Client.Get \+ 4s timeout of http.Client.Get = 8s > 6s TTL: .* \(leaseexpiry/short\)$`
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if err := s.ask("http://a"); err != nil {
		return err
	}
	return s.ask("http://b")
}

// Silent: only one of the two.
func (s *S) Either(ctx context.Context, a bool) error {
	l, err := s.locks.Obtain(ctx, "lock:a", 6*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if a {
		return s.ask("http://a")
	}
	return s.ask("http://b")
}

func (s *S) retry(url string) (err error) {
	for range 3 {
		if err = s.ask(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The library's own life of eight seconds, and three tries in a callee.
func (s *S) Default(ctx context.Context) error {
	m := s.rs.NewMutex("lock:b")
	if err := m.LockContext(ctx); err != nil { // want `^the lease of lock "lock:b" is 8s, and the work under it may take 3 x \(4s timeout of http.Client.Get \+ 1s back-off\) = 15s > 8s TTL: .*`
		return err
	}
	defer m.UnlockContext(ctx)
	return s.retry("http://b")
}

// Silent: it lives long enough.
func (s *S) Option(ctx context.Context) error {
	m := s.rs.NewMutex("lock:b", redsync.WithExpiry(20*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return s.retry("http://b")
}

// Silent: how long it lives is not constant.
func (s *S) Variable(ctx context.Context, ttl time.Duration) error {
	l, err := s.locks.Obtain(ctx, "lock:a", ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.retry("http://a")
}

// Silent: a goroutine renews it.
func (s *S) Renewed(ctx context.Context) error {
	m := s.rs.NewMutex("lock:b")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go keep(ctx, m, stop)
	return s.retry("http://b")
}

func keep(ctx context.Context, m *redsync.Mutex, stop func()) {
	t := time.NewTicker(2 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if ok, err := m.ExtendContext(ctx); err != nil || !ok {
				stop()
				return
			}
		}
	}
}

func during(ctx context.Context, extend func(context.Context) (bool, error), work func() error) error {
	go extend(ctx)
	return work()
}

// Silent: its renewal is given away as a method value.
func (s *S) Value(ctx context.Context) error {
	m := s.rs.NewMutex("lock:b")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return during(ctx, m.ExtendContext, func() error { return s.retry("http://b") })
}

// How many seconds the lock lives is set before it is taken.
func (s *S) Zero(ctx context.Context, store *zredis.Redis) error {
	l := zredis.NewRedisLock(store, "lock:z")
	l.SetExpire(3)
	if ok, err := l.AcquireCtx(ctx); err != nil || !ok { // want `the lease of lock "lock:z" is 3s, and the work under it may take 4s timeout of http.Client.Get > 3s TTL`
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return s.ask("http://z")
}

// Silent: it lives long enough.
func (s *S) ZeroLong(ctx context.Context, store *zredis.Redis) error {
	l := zredis.NewRedisLock(store, "lock:z")
	l.SetExpire(30)
	if ok, err := l.AcquireCtx(ctx); err != nil || !ok {
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return s.ask("http://z")
}

func seconds(store *zredis.Redis, key string, life time.Duration) *zredis.RedisLock {
	l := zredis.NewRedisLock(store, key)
	l.SetExpire(int(life.Seconds()))
	return l
}

// The unit changes in a helper.
func (s *S) ZeroHelper(ctx context.Context, store *zredis.Redis) error {
	l := seconds(store, "lock:z", 2*time.Second)
	if ok, err := l.AcquireCtx(ctx); err != nil || !ok { // want `the lease of lock "lock:z" is 2s, `
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return s.ask("http://z")
}

// Silent: so it does here, to more than the work takes.
func (s *S) ZeroHelperLong(ctx context.Context, store *zredis.Redis) error {
	l := seconds(store, "lock:z", time.Minute)
	if ok, err := l.AcquireCtx(ctx); err != nil || !ok {
		return err
	}
	defer l.ReleaseCtx(context.WithoutCancel(ctx))
	return s.ask("http://z")
}
