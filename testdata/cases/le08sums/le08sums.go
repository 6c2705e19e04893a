// Case le08sums: times that constants give add up through clients, contexts, sleeps, retries and callees to more than the lease.
package le08sums

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/bsm/redislock"
)

const attempts = 4

// Config has the times of a client.
type Config struct{ Timeout time.Duration }

// Gate talks to a bank.
type Gate struct {
	locks  *redislock.Client
	bank   *http.Client
	dialer net.Dialer
}

// New returns a Gate.
func New(locks *redislock.Client) *Gate {
	cfg := Config{Timeout: 3 * time.Second}
	return &Gate{locks: locks, bank: newClient(cfg.Timeout), dialer: net.Dialer{Timeout: 2 * time.Second}}
}

func payKey(id string) string { return "pay:" + id }

func newClient(d time.Duration) *http.Client { return &http.Client{Timeout: d} }

func (g *Gate) call(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://bank.example"+path, nil)
	if err != nil {
		return err
	}
	resp, err := g.bank.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (g *Gate) again(ctx context.Context, path string) error {
	var last error
	for i := 0; i < attempts; i++ {
		if last = g.call(ctx, path); last == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
	return last
}

// Retries may take 14 seconds.
func (g *Gate) Retries(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, payKey(id), 12*time.Second, nil) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return g.again(ctx, "/pay/"+id)
}

// RetriesRight lives longer.
func (g *Gate) RetriesRight(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, payKey(id), 15*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return g.again(ctx, "/pay/"+id)
}

// RetriesCut has a deadline around all tries.
func (g *Gate) RetriesCut(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, payKey(id), 12*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return g.again(ctx, "/pay/"+id)
}

// Deadlines are one after the other.
func (g *Gate) Deadlines(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, "two:"+id, 5*time.Second, nil) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	first, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := g.call(first, "/a"); err != nil {
		return err
	}
	return g.call(ctx, "/b")
}

// Settle sleeps until the bank has booked.
func (g *Gate) Settle(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, "settle:"+id, 2*time.Second, nil) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	time.Sleep(2500 * time.Millisecond) //bug:blockingcall/sleep
	return nil
}

// Either takes one of two ways, and none is too long.
func (g *Gate) Either(ctx context.Context, id string, fast bool) error {
	l, err := g.locks.Obtain(ctx, "either:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	switch {
	case fast:
		return g.call(ctx, "/fast")
	default:
		return g.call(ctx, "/slow")
	}
}

// Early gives the lock back before the second call.
func (g *Gate) Early(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, "early:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	err = g.call(ctx, "/a")
	if err = errors.Join(err, l.Release(context.WithoutCancel(ctx))); err != nil {
		return err
	}
	return g.call(ctx, "/b")
}

// Spawned leaves the second call to another goroutine.
func (g *Gate) Spawned(ctx context.Context, id string) error {
	l, err := g.locks.Obtain(ctx, "spawned:"+id, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	go g.call(context.WithoutCancel(ctx), "/notify")
	return g.call(ctx, "/a")
}

// Configured has a lease that nobody knows here.
func (g *Gate) Configured(ctx context.Context, id string, ttl time.Duration) error {
	l, err := g.locks.Obtain(ctx, "conf:"+id, ttl, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return g.again(ctx, "/a")
}

// Dials go out one after the other.
func (g *Gate) Dials(ctx context.Context) error {
	l, err := g.locks.Obtain(ctx, "dials", 5*time.Second, nil) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	for range 3 {
		c, err := g.dialer.DialContext(ctx, "tcp", "bank.example:9000")
		if err == nil {
			return c.Close()
		}
	}
	return nil
}
