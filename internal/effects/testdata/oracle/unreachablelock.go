package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

// A lock that nobody can name any more when the function that made it has panicked is nobody's business.
func unreachable() {
	var mu sync.Mutex
	mu.Lock()
	panic("no")
}

func caller() {
	defer env.Mark(1)
	unreachable()
}
