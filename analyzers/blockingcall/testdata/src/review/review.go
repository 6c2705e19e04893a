// Package review has what a reader must judge.
package review

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type S struct {
	mu sync.Mutex
	on func(int)
}

func (s *S) Emit(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on(n) // want `^mutex s.mu, taken at line 17, is held while a function of the caller's runs: how long that takes is up to the caller, and it may want the same lock \(blockingcall/callback\)$`
}

func (s *S) With(ctx context.Context, f func(context.Context) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel() // Silent: the function is the library's.
	return f(ctx)  // want `callback`
}

func send(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func (s *S) Callers(ctx context.Context, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return send(ctx, url) // want `is held while send -> http.Client.Do waits, bounded by nothing but the caller's context: .* \(blockingcall/request-ctx\)$`
}

func (s *S) Incoming(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = send(r.Context(), "http://other") // want `request-ctx`
}

// Silent: it has a deadline.
func (s *S) Timed(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	return send(ctx, url)
}
