// Package deadlines gives contexts to calls.
package deadlines

import (
	"context"
	"net/http"
	"os/exec"
	"sync"
	"time"
)

type S struct{ mu sync.Mutex }

func (s *S) Background(url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `no-timeout`
	return err
}

func (s *S) None(url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `no-timeout`
	return err
}

// A context without the cancel of its parent has no deadline either.
func (s *S) Without(ctx context.Context, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return send(context.WithoutCancel(ctx), url) // want `send -> http.Client.Do may wait`
}

func send(ctx context.Context, url string) error {
	req, err := request(ctx, url)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func request(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
}

// Silent: the helper's context has a deadline.
func (s *S) Timeout(ctx context.Context, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return send(ctx, url)
}

func short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

// Silent: a deadline that a helper sets.
func (s *S) Helper(url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := short(context.Background())
	defer cancel()
	return send(ctx, url)
}

// Silent by default: only the caller's context bounds it.
func (s *S) Callers(ctx context.Context, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return send(ctx, url)
}

// Silent by default: the request that came in bounds the one that goes out.
func (s *S) Incoming(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = send(r.Context(), "http://other")
}

// Cancel alone is no deadline.
func (s *S) Cancel(url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return send(ctx, url) // want `no-timeout`
}

// There is a deadline on one path, and none on the other.
func (s *S) Maybe(url string, hurry bool) error {
	ctx := context.Background()
	if hurry {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return send(ctx, url) // want `no-timeout`
}

func (s *S) Command() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return exec.Command("rsync").Run() // want `exec.Cmd.Run may wait`
}

// Silent: the command ends with its context.
func (s *S) CommandTimed(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	return exec.CommandContext(ctx, "rsync").Run()
}

// A request is given another context.
func (s *S) Replaced(req *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := http.DefaultClient.Do(req.WithContext(context.TODO())) // want `no-timeout`
	return err
}
