// Case okl04panicrunner: the runner defers the unlock, so the panic of the function that it runs leaves nothing locked, and the job that recovers finds the lock free.
package okl04panicrunner

import (
	"log"
	"sync"
)

type Table struct {
	mu   sync.Mutex
	rows map[string]int
}

func (t *Table) locked(f func(rows map[string]int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(t.rows)
}

func (t *Table) guarded(f func(rows map[string]int)) (failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			log.Println(r)
			failed = true
		}
	}()
	f(t.rows)
	return false
}

func (t *Table) Take(id string) {
	defer func() {
		if r := recover(); r != nil {
			log.Println(r)
		}
	}()
	t.locked(func(rows map[string]int) {
		if rows[id] == 0 {
			panic("nothing left of " + id)
		}
		rows[id]--
	})
}

func (t *Table) TryTake(id string) bool {
	return !t.guarded(func(rows map[string]int) {
		if rows[id] == 0 {
			panic("nothing left of " + id)
		}
		rows[id]--
	})
}
