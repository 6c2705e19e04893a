// Case le10ignored: renewals whose failure nobody hears of.
package le10ignored

import (
	"context"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	clientv3 "go.etcd.io/etcd/client/v3"
)

const ttl = 9 * time.Second

// Work is done under a lock.
type Work func(context.Context) error

// Log goes on when the lock is lost.
func Log(ctx context.Context, locks *redislock.Client, work Work) error {
	l, err := locks.Obtain(ctx, "log", ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		t := time.NewTicker(ttl / 3)
		defer t.Stop()
		for {
			select {
			case <-stop:
				return
			case <-t.C:
				if err := l.Refresh(ctx, ttl, nil); err != nil { //bug:leaseexpiry/renewal-ignored
					slog.Warn("not renewed", "err", err)
				}
			}
		}
	}()
	return work(ctx)
}

// Told cancels the work.
func Told(ctx context.Context, locks *redislock.Client, work Work) error {
	l, err := locks.Obtain(ctx, "told", ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		t := time.NewTicker(ttl / 3)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if err := l.Refresh(ctx, ttl, nil); err != nil {
					slog.Warn("not renewed", "err", err)
					cancel()
					return
				}
			}
		}
	}()
	return work(ctx)
}

type beat struct {
	m    *redsync.Mutex
	lost chan struct{}
}

// loop is told by nobody.
func (b *beat) loop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			b.m.ExtendContext(ctx) //bug:leaseexpiry/renewal-ignored
		}
	}
}

// tell closes lost.
func (b *beat) tell(ctx context.Context) {
	defer close(b.lost)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 3):
			if ok, err := b.m.ExtendContext(ctx); !ok || err != nil {
				return
			}
		}
	}
}

// Beat runs work with a beat.
func Beat(ctx context.Context, rs *redsync.Redsync, work Work, quiet bool) error {
	m := rs.NewMutex("beat", redsync.WithExpiry(ttl))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	b := &beat{m: m, lost: make(chan struct{})}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if quiet {
		go b.loop(ctx)
		return work(ctx)
	}
	go b.tell(ctx)
	go func() {
		<-b.lost
		cancel()
	}()
	return work(ctx)
}

// Tolerant gives up after three failures in a row.
func Tolerant(ctx context.Context, m *redsync.Mutex, cancel context.CancelFunc) {
	failures := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(ttl / 5):
			if ok, err := m.ExtendContext(ctx); ok && err == nil {
				failures = 0
				continue
			}
			if failures++; failures == 3 {
				cancel()
				return
			}
		}
	}
}

// KeepAlive drops the channel by which etcd tells that the lease has ended.
func KeepAlive(ctx context.Context, cli *clientv3.Client, work Work) error {
	lease, err := cli.Grant(ctx, 10)
	if err != nil {
		return err
	}
	if _, err := cli.KeepAlive(ctx, lease.ID); err != nil { //may:leaseexpiry
		return err
	}
	return work(ctx)
}
