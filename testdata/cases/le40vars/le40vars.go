// Case le40vars: how long the lease lives, and the work takes, stands in package variables that nothing assigns to again.
package le40vars

import (
	"context"
	"flag"
	"net/http"
	"time"

	"github.com/bsm/redislock"
)

var (
	leaseTime = time.Duration(5_000) * time.Millisecond
	callTime  = 8 * time.Second

	flagTime  = 5 * time.Second
	tunedTime = 5 * time.Second
)

// OpenTime may be assigned to by other packages.
var OpenTime = 5 * time.Second

func init() {
	flag.DurationVar(&flagTime, "lease", flagTime, "how long a lock lives")
}

// Tune changes what it is told to change.
func Tune(d time.Duration) { tunedTime = d }

// A Bank is asked under locks.
type Bank struct {
	locks  *redislock.Client
	client http.Client
}

func (b *Bank) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://bank.example/rates", nil)
	if err != nil {
		return err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (b *Bank) take(ctx context.Context, key string) (*redislock.Lock, error) {
	return b.locks.Obtain(ctx, key, leaseTime, nil)
}

// Rates holds a lock for 5 s, and asks for up to 8 s.
func (b *Bank) Rates(ctx context.Context) error {
	l, err := b.take(ctx, "rates:all") //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.ask(ctx)
}

// Flagged has a life that the command line says.
func (b *Bank) Flagged(ctx context.Context) error {
	l, err := b.locks.Obtain(ctx, "rates:flagged", flagTime, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.ask(ctx)
}

// Tuned has one that Tune changes.
func (b *Bank) Tuned(ctx context.Context) error {
	l, err := b.locks.Obtain(ctx, "rates:tuned", tunedTime, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.ask(ctx)
}

// Open has one that another package may have changed.
func (b *Bank) Open(ctx context.Context) error {
	l, err := b.locks.Obtain(ctx, "rates:open", OpenTime, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return b.ask(ctx)
}
