package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// One round gives back what the caller took, the next what the first took, and behind them what the second did.
func rounds() {
	g1.Lock()
	for range func(yield func() bool) {
		yield()
		yield()
		g0.Unlock()
	} {
		if env.Flag() {
			defer g1.Unlock()
		}
		g0.Unlock()
		g0.Lock()
	}
}

func caller() {
	g0.Lock()
	rounds()
	env.Mark(1)
}

// The same where the first round gives back what the function itself took.
func own() {
	g0.Lock()
	g1.Lock()
	for range func(yield func() bool) {
		yield()
		yield()
		g0.Unlock()
	} {
		if env.Flag() {
			defer g1.Unlock()
		}
		g0.Unlock()
		g0.Lock()
	}
	env.Mark(2)
}

func ofOwn() {
	own()
	env.Mark(3)
}
