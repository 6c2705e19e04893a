// Package loops takes and defers in loops.
package loops

import "sync"

// Each holds one at a time.
func Each(mus []*sync.Mutex, f func()) { // want Each:`^if p0\.!empty true \| if p0\.!empty false; acquire mutex p0\[\+\(new0,"1"\)\]; run p1\(\); release mutex p0\[\+\(new0,"1"\)\]$`
	for _, mu := range mus {
		mu.Lock()
		f()
		mu.Unlock()
	}
}

// All holds all of them at the end.
func All(mus []*sync.Mutex) { // want All:`^if p0\.!empty true \| if p0\.!empty false; acquire mutex p0\[\+\(new0,"1"\)\]$`
	for _, mu := range mus {
		mu.Lock()
	}
}

// Deferred gives all back when it returns.
func Deferred(mus []*sync.Mutex, f func()) { // want Deferred:`^if p0\.!empty true; run p1\(\) \| if p0\.!empty false; acquire mutex p0\[\+\(new0,"1"\)\]; run p1\(\); release mutex p0\[\+\(new0,"1"\)\]$`
	for _, mu := range mus {
		mu.Lock()
		defer mu.Unlock()
	}
	f()
}

// Spin tries until it has it.
func Spin(mu *sync.Mutex) { // want Spin:`^acquire mutex p0$`
	for !mu.TryLock() {
	}
}

// Until gives up.
func Until(mu *sync.Mutex, n int) bool { // want Until:`^acquire mutex p0; r0="true"; r0 true \| missed busy mutex p0; r0="false"; r0 false$`
	for i := 0; i < n; i++ {
		if mu.TryLock() {
			return true
		}
	}
	return false
}
