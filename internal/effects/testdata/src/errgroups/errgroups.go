// Package errgroups runs functions in goroutines of a group.
package errgroups

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Around holds the mutex while the group works: the group's functions hold nothing by themselves.
func Around(ctx context.Context, mu *sync.Mutex, f func() error) error { // want Around:`^spawn p2$`
	mu.Lock()
	defer mu.Unlock()
	g, _ := errgroup.WithContext(ctx)
	g.Go(f)
	return g.Wait()
}

// Inside takes it in a goroutine and gives it back there: the caller sees nothing of it.
func Inside(mu *sync.Mutex, f func() error) error { // want Inside:`^spawn p1$`
	var g errgroup.Group
	g.Go(func() error {
		mu.Lock()
		defer mu.Unlock()
		return f()
	})
	return g.Wait()
}

// Handed leaves the release to a goroutine.
func Handed(mu *sync.Mutex, g *errgroup.Group) {
	mu.Lock()
	g.Go(func() error {
		mu.Unlock()
		return nil
	})
}
