package effects

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// ReleaseOf is the position at which the lock that is acquired at position i is released, or -1: at the end.
func (p Path) ReleaseOf(i int) int {
	for j := i + 1; j < len(p.Events); j++ {
		e := p.Events[j]
		if e.Kind == summary.Release && p.Acquire(j) == i {
			return j
		}
	}
	return -1
}

// HeldAt are the positions of the acquires whose locks are held at position k.
func (p Path) HeldAt(k int) []int {
	var held []int
	for i, e := range p.Events[:k] {
		switch e.Kind {
		case summary.Acquire:
			held = append(held, i)
		case summary.Release:
			if from := p.Acquire(i); from >= 0 {
				held = slices.DeleteFunc(held, func(h int) bool { return h == from })
			}
		}
	}
	return held
}

// GuardsMemory tells that the mutex taken by an acquire guards variables or fields beside it too, to which the section
// assigns.
func (f *Function) GuardsMemory(acquire, release Event) bool {
	return f.world.graph(f.fn).Assigns(acquire.Pos, release.Pos, f.world.takesProcessLock)
}

// takesProcessLock tells a function that takes a mutex by itself.
func (w *world) takesProcessLock(fn *ssa.Function) bool {
	f := w.Function(fn)
	if f == nil {
		return false
	}
	for _, l := range f.Acquired {
		if l.Kind == catalog.Process {
			return true
		}
	}
	return false
}

// BesideHandle tells that the mutex of an acquire stands in the struct through which the connection of a statement is
// reached: it keeps two goroutines from using one connection at once.
func BesideHandle(acquire, statement Event) bool {
	if statement.Scope != catalog.PinnedScope && statement.Scope != catalog.TxScope {
		return false
	}
	base := acquire.Lock.Handle.Base()
	for x := statement.Handle.Base(); x != nil; x = x.Base() {
		if summary.Equal(x, base) {
			return true
		}
	}
	return false
}
