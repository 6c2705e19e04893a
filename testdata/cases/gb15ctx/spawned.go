package gb15ctx

import (
	"context"
	"net/http"

	"golang.org/x/sync/errgroup"
)

// Spawned locks in a goroutine, on the context of the request that started it.
func (r *Rates) Spawned(w http.ResponseWriter, req *http.Request) {
	ctx := req.Context()
	go func() {
		m, err := r.lock(ctx)
		if err != nil {
			return
		}
		defer m.UnlockContext(ctx) //bug:canceledunlock/request-ctx
		_ = r.update(ctx)
	}()
	w.WriteHeader(http.StatusAccepted)
}

// Detached is right: the context of the goroutine does not end with the request.
func (r *Rates) Detached(w http.ResponseWriter, req *http.Request) {
	ctx := context.WithoutCancel(req.Context())
	go func() {
		m, err := r.lock(ctx)
		if err != nil {
			return
		}
		defer m.UnlockContext(ctx)
		_ = r.update(ctx)
	}()
	w.WriteHeader(http.StatusAccepted)
}

// Group locks in a task of a group.
func (r *Rates) Group(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error {
		m, err := r.lock(ctx)
		if err != nil {
			return err
		}
		defer m.UnlockContext(ctx) //bug:canceledunlock/request-ctx
		return r.update(ctx)
	})
	return g.Wait()
}

// Main is right: the literal's context is that of nobody.
func (r *Rates) Main() {
	ctx := context.Background()
	go func() {
		m, err := r.lock(ctx)
		if err != nil {
			return
		}
		defer m.UnlockContext(ctx)
		_ = r.update(ctx)
	}()
}

// Tasks gives each task the context of the group, which ends where one of them fails, and with the caller's.
func (r *Rates) Tasks(ctx context.Context, n int) error {
	g, gctx := errgroup.WithContext(ctx)
	for range n {
		g.Go(func() error {
			m, err := r.lock(gctx)
			if err != nil {
				return err
			}
			defer m.UnlockContext(gctx) //bug:canceledunlock/request-ctx
			return r.update(gctx)
		})
	}
	return g.Wait()
}
