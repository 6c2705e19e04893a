// Package retries tries again under a mutex.
package retries

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

var errBusy = errors.New("busy")

type R struct {
	mu     sync.Mutex
	client *http.Client
}

func New() *R { return &R{client: &http.Client{Timeout: time.Second}} }

func (r *R) ask() error {
	_, err := r.client.Get("http://partner")
	return err
}

func (r *R) Forever() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if r.ask() == nil { // want `ask -> http.Client.Get is tried again until it works: .* \(blockingcall/unbounded-retry\)$`
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (r *R) While() {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.ask() // The first try is outside of the loop.
	for err != nil {
		time.Sleep(100 * time.Millisecond)
		err = r.ask() // want `unbounded-retry`
	}
}

func (r *R) until() {
	for r.ask() != nil {
	}
}

func (r *R) Callee() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.until() // want `until -> ask -> http.Client.Get is tried again`
}

// A permanent error ends it, others do not.
func (r *R) Permanent() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		err := r.ask() // want `unbounded-retry`
		if err == nil {
			return nil
		}
		if !errors.Is(err, errBusy) {
			return err
		}
	}
}

func (r *R) Status() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		resp, err := r.client.Get("http://partner") // want `unbounded-retry`
		if err == nil && resp.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Nothing goes out, but the sleep keeps the lock.
func (r *R) Poll(f func() error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for f() != nil {
		time.Sleep(time.Millisecond) // want `unbounded-retry`
	}
}

// Silent: three tries.
func (r *R) Three() (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range 3 {
		if err = r.ask(); err == nil {
			return nil
		}
	}
	return err
}

// Silent: counted by hand.
func (r *R) Counted() (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n := 0; ; n++ {
		if err = r.ask(); err == nil || n > 5 {
			return err
		}
	}
}

// Silent: the caller can end it.
func (r *R) Ends(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ctx.Err() == nil {
		if r.ask() == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return ctx.Err()
}

// Silent: the same with a select.
func (r *R) Selects(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if r.ask() == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Millisecond):
		return nil
	}
}

// Silent: the same in a helper.
func (r *R) Pauses(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if r.ask() == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// Silent: time ends it.
func (r *R) Clock(until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for time.Now().Before(until) {
		if r.ask() == nil {
			return
		}
	}
}

type page struct{ next string }

func (r *R) page(after string) (page, error) {
	resp, err := r.client.Get("http://partner/" + after)
	if err != nil {
		return page{}, err
	}
	return page{resp.Status}, nil
}

// Silent: it goes on because the last call worked.
func (r *R) Pages() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	after := ""
	for {
		p, err := r.page(after)
		if err != nil {
			return err
		}
		if p.next == "" {
			return nil
		}
		after = p.next
	}
}

// Silent: one try for each.
func (r *R) Each(ids []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range ids {
		if r.ask() != nil {
			continue
		}
	}
}
