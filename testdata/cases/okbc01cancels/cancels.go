// Case okbc01cancels: contexts without a deadline that somebody else ends: a timer, a goroutine, a registry. Nothing is known of when. Where only this function, or the end of the program, ends it, nothing bounds the call.
package okbc01cancels

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"
)

type Rates struct {
	mu      sync.Mutex
	cancels sync.Map
}

func get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://rates.example/", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (r *Rates) Timer() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	t := time.AfterFunc(2*time.Second, cancel)
	defer t.Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx)
}

func (r *Rates) Watch() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-time.After(time.Second):
			cancel()
		case <-ctx.Done():
		}
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx)
}

func (r *Rates) Cause() error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer time.AfterFunc(time.Second, func() { cancel(context.DeadlineExceeded) }).Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx)
}

func (r *Rates) Registered(id string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r.cancels.Store(id, cancel)
	defer r.cancels.Delete(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx)
}

func (r *Rates) Own() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx) //bug:blockingcall/no-timeout
}

func (r *Rates) Deferred(done func()) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer func() {
		cancel()
		done()
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx) //bug:blockingcall/no-timeout
}

func (r *Rates) UntilSignal() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	go func() {
		<-sigs
		cancel()
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx) //bug:blockingcall/no-timeout
}

// Copied is called through variables, which are looked through.
func (r *Rates) Copied() error {
	ctx, cancel := context.WithCancel(context.Background())
	first := cancel
	second := first
	defer func() {
		first()
		second()
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx) //bug:blockingcall/no-timeout
}

// CopiedAgain is called through one more than are.
func (r *Rates) CopiedAgain() error {
	ctx, cancel := context.WithCancel(context.Background())
	first := cancel
	second := first
	third := second
	defer func() {
		first()
		second()
		third()
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	return get(ctx)
}
