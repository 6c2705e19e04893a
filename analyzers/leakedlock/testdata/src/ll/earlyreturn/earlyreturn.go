// Package earlyreturn leaves with a lock held that it releases on other ways.
package earlyreturn

import (
	"net/http"
	"sync"
)

type names struct {
	mu sync.RWMutex
	m  map[string]int
}

func (n *names) add(name string) bool {
	/* timeline: acquire return */ n.mu.Lock() // want `mutex n\.mu is still held after the return of line 17: whoever locks next waits for ever; release it there, or defer the release \(leakedlock/early-return\)$`
	if _, ok := n.m[name]; ok {
		return false
	}
	n.m[name] = len(n.m)
	n.mu.Unlock()
	return true
}

// addBoth releases on both ways.
func (n *names) addBoth(name string) bool {
	n.mu.Lock()
	if _, ok := n.m[name]; ok {
		n.mu.Unlock()
		return false
	}
	n.m[name] = len(n.m)
	n.mu.Unlock()
	return true
}

func (n *names) drain(in []string) {
	for _, name := range in {
		/* timeline: acquire next round */ n.mu.Lock() // want `mutex n\.mu is still held when the loop goes on at line 40: .*early-return`
		if n.m[name] == 0 {
			continue
		}
		delete(n.m, name)
		n.mu.Unlock()
	}
}

// rounds unlocks to wait and locks again: each round begins and ends with the lock held.
func (n *names) rounds(wait func()) {
	n.mu.Lock()
	for len(n.m) == 0 {
		n.mu.Unlock()
		wait()
		n.mu.Lock()
	}
	n.mu.Unlock()
}

// flag locks and unlocks under one condition.
func (n *names) flag(safe bool, name string) int {
	if safe {
		n.mu.RLock()
	}
	i, ok := n.m[name]
	if !ok {
		i = -1
	}
	if safe {
		n.mu.RUnlock()
	}
	return i
}

// loopDefer frees all locks at the end.
func loopDefer(all []*names) {
	for _, n := range all {
		n.mu.Lock()
		defer n.mu.Unlock()
		if len(n.m) == 0 {
			continue
		}
		clear(n.m)
	}
}

func must(ok bool) {
	if !ok {
		panic("no such name")
	}
}

// ServeHTTP panics with the lock held; net/http recovers.
func (n *names) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	/* timeline: acquire panic */ n.mu.Lock() // want `mutex n\.mu is still held after the panic of line 95, which is recovered: .*early-return`
	_, ok := n.m[r.FormValue("name")]
	must(ok)
	n.mu.Unlock()
}

// check panics with the lock held, and nobody recovers: the program ends.
func (n *names) check(name string) {
	n.mu.Lock()
	_, ok := n.m[name]
	must(ok)
	n.mu.Unlock()
}

// locker is a wrapper: who calls lock calls unlock.
type locker struct {
	mu     sync.Mutex
	closed bool
}

func (l *locker) lock() bool {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return false
	}
	return true
}

func (l *locker) unlock() { l.mu.Unlock() }

func (l *locker) use(f func() error) error {
	if !l.lock() { // want `mutex l\.mu is still held after the return of line 129: .*early-return`
		return nil
	}
	if err := f(); err != nil {
		return err
	}
	l.unlock()
	return nil
}

// enter tells nobody whether it has the lock; its caller gives it back.
func (l *locker) enter(n int) int {
	l.mu.Lock()
	if n == 0 {
		l.mu.Unlock()
		return 1
	}
	return 2
}

func (l *locker) twice() {
	if l.enter(3) == 2 {
		l.mu.Unlock()
	}
}

// branch takes and releases in one branch, and leaves it with the lock.
func (n *names) branch(name string) int {
	i, ok := n.m[name]
	if !ok {
		n.mu.Lock() // want `mutex n\.mu is still held after the return of line \d+: .*early-return`
		if i, ok = n.m[name]; !ok {
			n.m[name] = len(n.m)
			n.mu.Unlock()
		}
	}
	return i
}

// branches releases behind the branch what was taken in it.
func (n *names) branches(name string) int {
	i, ok := n.m[name]
	if !ok {
		n.mu.Lock()
		i = len(n.m)
	}
	if !ok {
		n.m[name] = i
		n.mu.Unlock()
	}
	return i
}

func (n *names) count(in []string) {
	for i := 0; i < len(in); i++ {
		if in[i] == "" {
			continue
		}
		n.mu.Lock() // want `mutex n\.mu is still held when the loop goes on at line \d+: .*early-return`
		if n.m[in[i]] == 0 {
			continue
		}
		n.m[in[i]]++
		n.mu.Unlock()
	}
}

// three leaves it behind on three ways.
func (n *names) three(name string, min, max int) (int, bool) {
	/* timeline: acquire return return return */ n.mu.Lock() // want `mutex n\.mu is still held after the return of line \d+ and at 2 more ways out: whoever locks next waits for ever; .*early-return`
	v, ok := n.m[name]
	if !ok {
		return 0, false
	}
	if v < min {
		return min, false
	}
	if v > max {
		return max, false
	}
	n.mu.Unlock()
	return v, true
}

// outer goes on with the next list from within a loop of its own.
func (n *names) outer(lists [][]string) {
lists:
	for _, list := range lists {
		/* timeline: acquire next round */ n.mu.Lock() // want `the loop goes on at line 216: .*early-return`
		for _, name := range list {
			if name == "" {
				continue lists
			}
			n.m[name]++
		}
		n.mu.Unlock()
	}
}

// falls comes to the end of the round without an unlock.
func (n *names) falls(in []string) {
	for _, name := range in {
		n.mu.Lock() // want `the loop goes on at line 232: .*early-return`
		n.m[name]++
		if n.m[name] > 1 {
			n.mu.Unlock()
		}
	}
}
