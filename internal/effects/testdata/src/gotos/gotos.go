// Package gotos jumps: goto, labels, break and continue.
package gotos

import "sync"

// Fail jumps to where everything is given back.
func Fail(mu *sync.Mutex, check func() error) error { // want Fail:`^acquire mutex p0; run p1\(\) is not nil; release mutex p0; r0 not nil \| acquire mutex p0; run p1\(\) is nil; r0=nil; r0 nil$`
	mu.Lock()
	err := check()
	if err != nil {
		goto fail
	}
	return nil
fail:
	mu.Unlock()
	return err
}

// Retry jumps back.
func Retry(mu *sync.Mutex) { // want Retry:`^acquire mutex p0$`
again:
	if !mu.TryLock() {
		goto again
	}
}

// Outer leaves two loops with the lock.
func Outer(mus [][]*sync.Mutex) { // want Outer:`^nothing \| acquire mutex p0\[.*\]\[.*\]$`
outer:
	for _, row := range mus {
		for _, mu := range row {
			if mu.TryLock() {
				break outer
			}
		}
	}
}

// Skip goes on with the next one without the lock.
func Skip(mu *sync.Mutex, n int, f func(int) bool) { // want Skip:`^nothing \| run p2\(new0\) is true \| run p2\(new0\) is false; acquire mutex p0$`
loop:
	for i := range n {
		switch {
		case f(i):
			continue loop
		default:
			mu.Lock()
			break loop
		}
	}
}

// Numbers are no booleans: not one is not nothing.
func Numbers(mu *sync.Mutex, n int) { // want Numbers:`^nothing \| acquire mutex p0$`
	if n == 1 {
		return
	}
	if n != 0 {
		mu.Lock()
	}
}

// Fall falls through.
func Fall(mu *sync.Mutex, n int) { // want Fall:`^nothing \| release mutex p0$`
	switch n {
	case 7:
		mu.Lock()
		fallthrough
	case 8:
		mu.Unlock()
	}
}
