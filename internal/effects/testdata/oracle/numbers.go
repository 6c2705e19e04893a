package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// What is not 0 need not be 1.
func numbers() {
	n := env.N()
	switch n {
	case 0:
		env.Mark(1)
	case 1:
		env.Mark(2)
		g0.Lock()
	default:
		env.Mark(3)
	}
	env.Mark(4)
	if n != 0 {
		env.Mark(5)
	}
}

func through() {
	switch env.N() {
	case 0:
		fallthrough
	case 1:
		g0.Lock()
	}
	env.Mark(6)
}
