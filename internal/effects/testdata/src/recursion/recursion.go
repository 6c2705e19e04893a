// Package recursion has functions that call themselves and each other.
package recursion

import (
	"database/sql"
	"sync"
)

// Tree is locked as a whole.
type Tree struct {
	mu          sync.Mutex
	left, right *Tree
	n           int
}

// Walk calls itself without the lock.
func Walk(mu *sync.Mutex, n int) int {
	mu.Lock()
	n--
	mu.Unlock()
	if n == 0 {
		return 0
	}
	return Walk(mu, n)
}

// Take tries again, and holds the lock in the end.
func Take(mu *sync.Mutex) bool { // want Take:`^acquire mutex p0; r0="true"; r0 true$`
	if mu.TryLock() {
		return true
	}
	return Take(mu)
}

// Even and Odd call each other, and the one that ends takes the lock.
func Even(mu *sync.Mutex, n int) bool { // want Even:`^acquire mutex p0$`
	if n == 0 {
		mu.Lock()
		return true
	}
	return Odd(mu, n-1)
}

func Odd(mu *sync.Mutex, n int) bool { // want Odd:`^acquire mutex p0$`
	if n == 0 {
		mu.Lock()
		return false
	}
	return Even(mu, n-1)
}

// Held calls one of them, and gives back what that took.
func Held(mu *sync.Mutex) {
	Even(mu, 7)
	mu.Unlock()
}

// Sum writes for each node of a tree, in one transaction.
func Sum(tx *sql.Tx, t *Tree) error { // want Sum:`^write p0 nodes; write p0 nodes; write p0 nodes$`
	if t == nil {
		return nil
	}
	if err := Sum(tx, t.left); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE nodes SET n = n + 1"); err != nil {
		return err
	}
	return Sum(tx, t.right)
}

// Never comes back: nothing is known of it.
func Never(mu *sync.Mutex) { // want Never:`^acquire mutex p0 \| \.\.\.$`
	mu.Lock()
	Never(mu)
}
