// Case le02godisson: a lease of five seconds is given to a lock that renews itself only without one; the partner may take ten.
package le02godisson

import (
	"context"
	"fmt"
	"net/http"
	"time"

	godisson "github.com/cheerego/go-redisson"
)

const (
	waitMillis  = 2000
	leaseMillis = 5000
)

// Sync pulls the orders of a partner.
type Sync struct {
	locks *godisson.Godisson
	http  *http.Client
}

// New returns a Sync.
func New(locks *godisson.Godisson) *Sync {
	return &Sync{locks: locks, http: &http.Client{Timeout: 10 * time.Second}}
}

func (s *Sync) lock(partner int) *godisson.RLock {
	return s.locks.NewRLock(fmt.Sprintf("lock:partner:%d", partner))
}

// Pull may run for ten seconds.
func (s *Sync) Pull(ctx context.Context, partner int) error {
	l := s.lock(partner)
	if err := l.TryLock(waitMillis, leaseMillis); err != nil { //bug:leaseexpiry/watchdog-off
		return err
	}
	defer l.Unlock()
	return s.fetch(ctx, partner)
}

// PullWatched leaves the lease to the watchdog.
func (s *Sync) PullWatched(ctx context.Context, partner int) error {
	l := s.lock(partner)
	if err := l.TryLock(waitMillis, -1); err != nil {
		return err
	}
	defer l.Unlock()
	return s.fetch(ctx, partner)
}

// PullBounded has a deadline below the lease.
func (s *Sync) PullBounded(ctx context.Context, partner int) error {
	l := s.lock(partner)
	if err := l.TryLock(waitMillis, leaseMillis); err != nil {
		return err
	}
	defer l.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	return s.fetch(ctx, partner)
}

func (s *Sync) fetch(ctx context.Context, partner int) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("https://partner.example/%d/orders", partner), nil)
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
