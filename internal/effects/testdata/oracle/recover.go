package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// A function that recovers returns to its caller.
func recovers(a *sync.Mutex, b bool) {
	defer func() {
		env.Mark(1)
		if r := recover(); r != nil {
			env.Mark(2)
			a.Unlock()
		}
		env.Mark(3)
	}()
	a.Lock()
	if b {
		panic("no")
	}
	env.Mark(4)
}

func calls(b bool) {
	recovers(&g0, true)
	env.Mark(5)
	g1.Lock()
	recovers(&g0, b)
	env.Mark(6)
}

// So does one whose deferred call panics.
func deferred() {
	defer func() {
		if r := recover(); r != nil {
			g0.Lock()
		}
	}()
	defer func() {
		panic("no")
	}()
}

func callsDeferred() {
	deferred()
	env.Mark(7)
}

// The result is what was assigned to it.
func named() (err error) {
	defer func() {
		recover()
	}()
	err = env.Err()
	if err != nil {
		panic(err)
	}
	g0.Lock()
	return nil
}

func callsNamed() {
	if named() == nil {
		env.Mark(8)
		g0.Unlock()
	}
	env.Mark(9)
}
