// Case okle05renewals: leases of five seconds under long work, each of them renewed: by a goroutine, a method value, an errgroup, a ticker of a wrapper.
package okle05renewals

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"golang.org/x/sync/errgroup"
)

const ttl = 5 * time.Second

// Jobs do long work.
type Jobs struct {
	rs    *redsync.Redsync
	locks *redislock.Client
	http  *http.Client
}

// New returns Jobs.
func New(rs *redsync.Redsync, locks *redislock.Client) *Jobs {
	return &Jobs{rs: rs, locks: locks, http: &http.Client{Timeout: 20 * time.Second}}
}

func (j *Jobs) work(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://slow.example/run", nil)
	if err != nil {
		return err
	}
	resp, err := j.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// every calls renew until ctx ends, and stop when that fails.
func every(ctx context.Context, d time.Duration, renew func(context.Context) (bool, error), stop context.CancelCauseFunc) {
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if ok, err := renew(ctx); err != nil || !ok {
				stop(err)
				return
			}
		}
	}
}

// Value renews by a method value in a goroutine.
func (j *Jobs) Value(ctx context.Context) error {
	m := j.rs.NewMutex("job:value", redsync.WithExpiry(ttl))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go every(ctx, ttl/3, m.ExtendContext, stop)
	return j.work(ctx)
}

// Group renews in a group whose context ends the work.
func (j *Jobs) Group(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "job:group", ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	g, gctx := errgroup.WithContext(ctx)
	done := make(chan struct{})
	g.Go(func() error {
		defer close(done)
		return j.work(gctx)
	})
	g.Go(func() error {
		t := time.NewTicker(ttl / 3)
		defer t.Stop()
		for {
			select {
			case <-done:
				return nil
			case <-gctx.Done():
				return gctx.Err()
			case <-t.C:
				if err := l.Refresh(gctx, ttl, nil); err != nil {
					return err
				}
			}
		}
	})
	return g.Wait()
}

// A keeper holds a lock and renews it until it is closed.
type keeper struct {
	lock *redislock.Lock
	end  chan struct{}
	lost chan struct{}
}

func (j *Jobs) keep(ctx context.Context, key string) (*keeper, error) {
	l, err := j.locks.Obtain(ctx, key, ttl, nil)
	if err != nil {
		return nil, err
	}
	k := &keeper{lock: l, end: make(chan struct{}), lost: make(chan struct{})}
	go k.run()
	return k, nil
}

func (k *keeper) run() {
	t := time.NewTicker(ttl / 3)
	defer t.Stop()
	for {
		select {
		case <-k.end:
			return
		case <-t.C:
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			err := k.lock.Refresh(ctx, ttl, nil)
			cancel()
			if err != nil {
				close(k.lost)
				return
			}
		}
	}
}

func (k *keeper) close() error {
	close(k.end)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return k.lock.Release(ctx)
}

// Kept renews in the handle.
func (j *Jobs) Kept(ctx context.Context) error {
	k, err := j.keep(ctx, "job:kept")
	if err != nil {
		return err
	}
	defer k.close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-k.lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return j.work(ctx)
}

// AfterFunc renews by a timer that sets itself again.
func (j *Jobs) AfterFunc(ctx context.Context) error {
	m := j.rs.NewMutex("job:timer", redsync.WithExpiry(ttl))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var again func()
	again = func() {
		if ctx.Err() != nil {
			return
		}
		if ok, err := m.ExtendContext(ctx); err != nil || !ok {
			cancel()
			return
		}
		time.AfterFunc(ttl/3, again)
	}
	time.AfterFunc(ttl/3, again)
	return j.work(ctx)
}

// Deep renews at the far end of a row of small functions.
func (j *Jobs) Deep(ctx context.Context) error {
	m := j.rs.NewMutex("job:deep", redsync.WithExpiry(ttl))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go guard(ctx, m, stop)
	return j.work(ctx)
}

func guard(ctx context.Context, m *redsync.Mutex, stop context.CancelCauseFunc) {
	if err := rounds(ctx, m); err != nil {
		stop(err)
	}
}

func rounds(ctx context.Context, m *redsync.Mutex) error {
	for waited(ctx) {
		if err := round(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func waited(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(ttl / 3):
		return true
	}
}

func round(ctx context.Context, m *redsync.Mutex) error { return twice(ctx, m) }

// twice tries again once.
func twice(ctx context.Context, m *redsync.Mutex) error {
	if err := soon(ctx, m); err == nil {
		return nil
	}
	return soon(ctx, m)
}

func soon(ctx context.Context, m *redsync.Mutex) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return renewed(ctx, m)
}

var errLost = errors.New("the lock is lost")

func renewed(ctx context.Context, m *redsync.Mutex) error {
	if ok, err := m.ExtendContext(ctx); err != nil || !ok {
		return errors.Join(errLost, err)
	}
	return nil
}
