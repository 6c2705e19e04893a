package p

import (
	"database/sql"
	"oracle/env"
	"os"
	"sync"
)

var _ *sql.DB

var g0 sync.Mutex

// The iterator ends the program once it has called the body, and never comes to that: the body panics.
func exits() *sync.Mutex {
	for range func(yield func() bool) {
		yield()
		os.Exit(1)
	} {
		under(&g0, 1, func(int) { panic("no") })
	}
	return &g0
}

func under[T any](_ *sync.Mutex, v T, f func(T)) { f(v) }

func caller() {
	defer env.Mark(1)
	_ = exits()
}
