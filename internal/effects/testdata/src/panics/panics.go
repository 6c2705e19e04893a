// Package panics panics and recovers.
package panics

import (
	"database/sql"
	"errors"
	"sync"
)

// Must holds the lock or panics.
func Must(mu *sync.Mutex) { // want Must:`^acquire mutex p0 \| missed busy mutex p0; panics$`
	if !mu.TryLock() {
		panic("busy")
	}
}

// Always panics after it has given the lock back.
func Always(mu *sync.Mutex) { // want Always:`^release mutex p0; panics$`
	defer mu.Unlock()
	panic("no")
}

// Keeps panics with the lock.
func Keeps(mu *sync.Mutex) { // want Keeps:`^acquire mutex p0; panics$`
	mu.Lock()
	panic("no")
}

// Swallows recovers from its own panic and returns with the lock.
func Swallows(mu *sync.Mutex) { // want Swallows:`^acquire mutex p0$`
	defer func() { recover() }()
	Keeps(mu)
}

// Recovers turns the panic of its caller's function into an error.
func Recovers(mu *sync.Mutex, f func()) (err error) { // want Recovers:`^acquire mutex p0; run p1\(\) panics; release mutex p0 \| acquire mutex p0; run p1\(\); release mutex p0$`
	mu.Lock()
	defer mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panicked")
		}
	}()
	f()
	return nil
}

// Tx rolls back where it panics and where it fails, and commits elsewhere.
func Tx(tx *sql.Tx, f func() error) (err error) { // want Tx:`^run p1\(\) is not nil; rollback p0(; r0 not nil)? \| run p1\(\) is nil; commit p0$`
	defer func() {
		if r := recover(); r != nil {
			tx.Rollback()
			panic(r)
		}
		if err != nil {
			tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	return f()
}

// Guarded gives the lock back where the function panics too.
func Guarded(mu *sync.Mutex, f func()) { // want Guarded:`^acquire mutex p0; run p1\(\); release mutex p0$`
	mu.Lock()
	defer mu.Unlock()
	f()
}

// Bare does not.
func Bare(mu *sync.Mutex, f func()) { // want Bare:`^acquire mutex p0; run p1\(\); release mutex p0$`
	mu.Lock()
	f()
	mu.Unlock()
}

// GuardedPanics leaves nothing behind.
func GuardedPanics(mu, outer *sync.Mutex) { // want GuardedPanics:`^acquire mutex p1; panics$`
	outer.Lock()
	Guarded(mu, func() { panic("no") })
}

// BarePanics leaves the lock.
func BarePanics(mu *sync.Mutex) { // want BarePanics:`^acquire mutex p0; panics$`
	Bare(mu, func() { panic("no") })
}

// Recovered goes on behind the call.
func Recovered(mu, next *sync.Mutex) { // want Recovered:`^acquire mutex p1$`
	Recovers(mu, func() { panic("no") })
	next.Lock()
}
