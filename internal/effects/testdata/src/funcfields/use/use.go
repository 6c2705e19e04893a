// Package use opens what another package keeps in a field.
package use

import (
	_ "database/sql" // a package that uses nothing but mutexes is not looked at
	"sync"

	"funcfields"
)

// Open hands on what it opened, with the release in it.
func Open(mu *sync.Mutex) *funcfields.Session { return funcfields.Open(mu) } // want Open:`^acquire mutex p0; r0\.done=func \(\*sync\.Mutex\)\.Unlock\$bound\(p0\); r0 not nil$`

func Keep(mu *sync.Mutex) { funcfields.Open(mu) } // want Keep:`^acquire mutex p0$`
