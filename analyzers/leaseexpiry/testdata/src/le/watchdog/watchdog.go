// Package watchdog gives a life to locks that renew themselves where they are given none.
package watchdog

import (
	"context"
	"net/http"
	"time"

	"github.com/cheerego/go-redisson"
	"github.com/redis/go-redis/v9"
)

type S struct {
	g      *godisson.Godisson
	rdb    *redis.Client
	client *http.Client
}

func New(g *godisson.Godisson, rdb *redis.Client) *S {
	return &S{g: g, rdb: rdb, client: &http.Client{Timeout: 4 * time.Second}}
}

func (s *S) Explicit() error {
	l := s.g.NewRLock("lock:a")
	if err := l.TryLock(1000, 3000); err != nil { // want `^the lease of lock "lock:a" is 3s, and that it is given turns its renewal off, while the work under it may take 4s timeout of http.Client.Get: .*, assuming that the work may take longer than the lease \(leaseexpiry/watchdog-off\)$`
		return err
	}
	defer l.Unlock()
	_, err := s.client.Get("http://a")
	return err
}

func (s *S) Unbounded() error {
	l := s.g.NewRLock("lock:a")
	if err := l.TryLock(1000, 3000); err != nil { // want `the work under it waits at line 39 for http.Get without a limit of its own`
		return err
	}
	defer l.Unlock()
	_, err := http.Get("http://a")
	return err
}

// Silent: the library renews it.
func (s *S) Watched() error {
	l := s.g.NewRLock("lock:a")
	if err := l.TryLock(1000, -1); err != nil {
		return err
	}
	defer l.Unlock()
	_, err := s.client.Get("http://a")
	return err
}

// Silent: the work is bounded below it.
func (s *S) Below() error {
	l := s.g.NewRLock("lock:a")
	if err := l.TryLock(1000, 30_000); err != nil {
		return err
	}
	defer l.Unlock()
	_, err := s.client.Get("http://a")
	return err
}

const usual = 30 * time.Second

// Lock renews where lease is zero.
func (s *S) Lock(ctx context.Context, key string, lease time.Duration) (unlock func(), ok bool) {
	renew := false
	if lease == 0 {
		lease, renew = usual, true
	}
	ok, err := s.rdb.SetNX(ctx, key, "me", lease).Result()
	if err != nil || !ok {
		return nil, false
	}
	done := make(chan struct{})
	if renew {
		go s.keep(ctx, key, done)
	}
	return func() {
		close(done)
		s.rdb.Eval(context.WithoutCancel(ctx), script, []string{key}, "me")
	}, true
}

const script = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

func (s *S) keep(ctx context.Context, key string, done chan struct{}) {
	t := time.NewTicker(usual / 3)
	defer t.Stop()
	for {
		select {
		case <-done:
			return
		case <-t.C:
			if err := s.rdb.Expire(ctx, key, usual).Err(); err != nil {
				return
			}
		}
	}
}

func (s *S) ask(ctx context.Context) error {
	for range 3 {
		if _, err := s.client.Get("http://a"); err == nil {
			return nil
		}
	}
	return nil
}

func (s *S) Off(ctx context.Context) error {
	unlock, ok := s.Lock(ctx, "lock:b", 10*time.Second) // want `the lease of lock "lock:b" is 10s, .* the work under it may take 3 x 4s timeout of http.Client.Get = 12s: .*watchdog-off`
	if !ok {
		return nil
	}
	defer unlock()
	return s.ask(ctx)
}

// Silent: nothing is given, so it is renewed.
func (s *S) On(ctx context.Context) error {
	unlock, ok := s.Lock(ctx, "lock:b", 0)
	if !ok {
		return nil
	}
	defer unlock()
	return s.ask(ctx)
}

// Silent: what is given is long enough.
func (s *S) Long(ctx context.Context) error {
	unlock, ok := s.Lock(ctx, "lock:b", time.Minute)
	if !ok {
		return nil
	}
	defer unlock()
	return s.ask(ctx)
}

// Silent: it is not known whether it is given.
func (s *S) Passed(ctx context.Context, lease time.Duration) error {
	unlock, ok := s.Lock(ctx, "lock:b", lease)
	if !ok {
		return nil
	}
	defer unlock()
	return s.ask(ctx)
}

type options struct{ Lease time.Duration }

// With has its switch in a struct, and renews unless there is a lease.
func (s *S) With(ctx context.Context, key string, o options, work func() error) error {
	life := o.Lease
	if life <= 0 {
		life = usual
	}
	ok, err := s.rdb.SetNX(ctx, key, "me", life).Result()
	if err != nil || !ok {
		return err
	}
	defer s.rdb.Eval(context.WithoutCancel(ctx), script, []string{key}, "me")
	if o.Lease <= 0 {
		done := make(chan struct{})
		defer close(done)
		go s.keep(ctx, key, done)
	}
	return work()
}

func (s *S) RunOff(ctx context.Context) error {
	return s.With(ctx, "lock:c", options{Lease: 10 * time.Second}, func() error { // want `watchdog-off`
		return s.ask(ctx)
	})
}

// Silent: without a lease it is renewed.
func (s *S) RunOn(ctx context.Context) error {
	return s.With(ctx, "lock:c", options{}, func() error {
		return s.ask(ctx)
	})
}

// Wait is Lock that tries until it has the lease: its flag goes through the loop as it is.
func (s *S) Wait(ctx context.Context, key string, lease time.Duration) (unlock func(), err error) {
	renew := false
	if lease == 0 {
		lease, renew = usual, true
	}
	for {
		ok, err := s.rdb.SetNX(ctx, key, "me", lease).Result()
		if err != nil {
			return nil, err
		}
		if ok {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	done := make(chan struct{})
	if renew {
		go s.keep(ctx, key, done)
	}
	return func() {
		close(done)
		s.rdb.Eval(context.WithoutCancel(ctx), script, []string{key}, "me")
	}, nil
}

func (s *S) WaitOff(ctx context.Context) error {
	unlock, err := s.Wait(ctx, "lock:d", 10*time.Second) // want `watchdog-off`
	if err != nil {
		return err
	}
	defer unlock()
	return s.ask(ctx)
}

// Silent: nothing is given, so it is renewed.
func (s *S) WaitOn(ctx context.Context) error {
	unlock, err := s.Wait(ctx, "lock:d", 0)
	if err != nil {
		return err
	}
	defer unlock()
	return s.ask(ctx)
}

// WaitAgain has a flag that a round of the loop may set.
func (s *S) WaitAgain(ctx context.Context, key string, lease time.Duration) (unlock func(), err error) {
	renew := false
	if lease == 0 {
		lease, renew = usual, true
	}
	for {
		ok, err := s.rdb.SetNX(ctx, key, "me", lease).Result()
		if err != nil {
			return nil, err
		}
		if ok {
			break
		}
		renew = true
	}
	done := make(chan struct{})
	if renew {
		go s.keep(ctx, key, done)
	}
	return func() {
		close(done)
		s.rdb.Eval(context.WithoutCancel(ctx), script, []string{key}, "me")
	}, nil
}

// Silent: the lease that is given may be renewed all the same.
func (s *S) AgainOff(ctx context.Context) error {
	unlock, err := s.WaitAgain(ctx, "lock:e", 10*time.Second)
	if err != nil {
		return err
	}
	defer unlock()
	return s.ask(ctx)
}
