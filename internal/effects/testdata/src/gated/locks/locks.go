// Package locks has wrappers of mutexes, one of which only looks like one.
package locks

import "sync"

type Keyed struct {
	mu sync.Mutex
	by map[string]*sync.Mutex
}

func (k *Keyed) Acquire(key string) (free func()) { // want Acquire:`^acquire mutex p0\.by\[p1\]; r0=func \(\*sync\.Mutex\)\.Unlock\$bound\(p0\.by\[p1\]\); r0 not nil$`
	k.mu.Lock()
	m := k.by[key]
	k.mu.Unlock()
	m.Lock()
	return m.Unlock
}

func (k *Keyed) Do(key string, f func()) { // want Do:`^acquire mutex p0\.by\[p1\]; run p2\(\); release mutex p0\.by\[p1\]$`
	free := k.Acquire(key)
	defer free()
	f()
}

func (k *Keyed) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.by)
}
