// Package use instantiates the generic code of another package.
package use

import (
	"sync"

	"generics"
)

type user struct{ name string }

func Keep(g *generics.Guard[user]) { g.Lock() } // want Keep:`^acquire mutex p0\.mu$`

func Done(g *generics.Guard[*user]) { g.Unlock() } // want Done:`^release mutex p0\.mu$`

// Whole takes and gives back.
func Whole(g *generics.Guard[user]) {
	defer g.Unlock()
	g.Lock().name = "x"
}

// Inner takes a second lock under the first, and keeps it.
func Inner(a, b *sync.Mutex) string { // want Inner:`^acquire mutex p0; acquire mutex p1; release mutex p0$`
	return generics.With(a, func() string {
		b.Lock()
		return "x"
	})
}

func Begin(m *generics.Map[string, user]) { m.Begin() } // want Begin:`^acquire mutex p0\.mu$`
