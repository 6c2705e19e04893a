// Package callers: what the calls in the package say of a context.
package callers

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/bsm/redislock"
	"github.com/gin-gonic/gin"
	"golang.org/x/sync/errgroup"
)

type Jobs struct{ locks *redislock.Client }

func (j *Jobs) sweep(context.Context) error { return nil }

// Unseen is silent: one lock for all, and nobody here says whether the context of the job ends.
func (j *Jobs) Unseen(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:unseen", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return j.sweep(ctx)
}

// ByRequest is called with the context of a request.
func (j *Jobs) ByRequest(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:request", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return j.sweep(ctx)
}

func (j *Jobs) ServeHTTP(w http.ResponseWriter, r *http.Request) { _ = j.byHandler(r.Context()) }

func (j *Jobs) byHandler(ctx context.Context) error { return j.ByRequest(ctx) }

// BySignal is called with a context that ends when the program is told to.
func (j *Jobs) BySignal(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:signal", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return j.sweep(ctx)
}

func (j *Jobs) Main() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return j.BySignal(ctx)
}

// InGroup is called with the context of a group.
func (j *Jobs) InGroup(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:group", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return j.sweep(ctx)
}

func (j *Jobs) Group(n int) error {
	g, ctx := errgroup.WithContext(context.Background())
	for range n {
		g.Go(func() error { return j.InGroup(ctx) })
	}
	return g.Wait()
}

// nightly is silent: its one caller has its context from one that nobody ends.
func (j *Jobs) nightly(ctx context.Context, id string) error {
	l, err := j.locks.Obtain(ctx, "lock:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return j.sweep(ctx)
}

func (j *Jobs) all(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := j.nightly(context.WithValue(ctx, key{}, id), id); err != nil {
			return err
		}
	}
	return nil
}

type key struct{}

func (j *Jobs) Nightly(ids []string) error {
	ctx := context.TODO()
	return j.all(ctx, ids)
}

// hourly has two callers, and one of them is called with what ends.
func (j *Jobs) hourly(ctx context.Context, id string) error {
	l, err := j.locks.Obtain(ctx, "lock:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return j.sweep(ctx)
}

func (j *Jobs) Hourly(id string) error { return j.hourly(context.Background(), id) }

func (j *Jobs) Now(ctx context.Context, id string) error { return j.hourly(ctx, id) }

// byGin is silent: gin's own context does not end, unless the engine's ContextWithFallback says so.
func (j *Jobs) byGin(ctx context.Context, id string) error {
	l, err := j.locks.Obtain(ctx, "lock:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return j.sweep(ctx)
}

func (j *Jobs) Gin(c *gin.Context) { _ = j.byGin(c, "gin") }

// A sweeper is called through an interface, with the context of a request.
type sweeper interface {
	tidy(ctx context.Context) error
}

func (j *Jobs) tidy(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:tidy", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return j.sweep(ctx)
}

func Tidy(s sweeper, r *http.Request) error { return s.tidy(r.Context()) }

func (j *Jobs) TidyUp() error { return j.tidy(context.Background()) }

// Scheduled is silent: its caller ends the context when the work is over, and not before.
func (j *Jobs) Scheduled(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:scheduled", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return j.sweep(ctx)
}

func (j *Jobs) Schedule() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return j.Scheduled(ctx)
}

// Stopped has a caller who ends its context meanwhile.
func (j *Jobs) Stopped(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:stopped", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return j.sweep(ctx)
}

func (j *Jobs) Stop(stop <-chan struct{}) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-stop
		cancel()
	}()
	return j.Stopped(ctx)
}
