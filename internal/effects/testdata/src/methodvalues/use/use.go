// Package use calls method values that another package made.
package use

import (
	_ "database/sql" // a package that uses nothing but mutexes is not looked at

	"methodvalues"
)

// Keep enters and does not leave.
func Keep(b *methodvalues.Box) { b.Enter() } // want Keep:`^acquire mutex p0\.mu$`

// Leave calls the value of a method that is not exported.
func Leave(b *methodvalues.Box) { // want Leave:`^release mutex p0\.mu$`
	leave := b.Leave()
	leave()
}

// Whole does both.
func Whole(b *methodvalues.Box) {
	leave := b.Enter()
	leave()
}

// Lock passes a method value to a function of the other package.
func Lock(b interface{ Lock() }) { methodvalues.Call(b.Lock) }

// Around passes a method value of another type as the function that is run under the lock.
func Around(outer, inner *methodvalues.Box) { outer.Around(inner.ByName) } // want Around:`^acquire mutex p0\.mu; acquire mutex p1\.mu; release mutex p0\.mu$`
