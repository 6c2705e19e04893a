// Package keyed has one mutex for each key in a map.
package keyed

import "sync"

type Keyed struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

// get finds or makes the mutex of a key.
func (k *Keyed) get(key string) *sync.Mutex { // want get:`^r0=p0\.locks\[p1\]$`
	k.mu.Lock()
	defer k.mu.Unlock()
	m, ok := k.locks[key]
	if !ok {
		m = &sync.Mutex{}
		k.locks[key] = m
	}
	return m
}

func (k *Keyed) Lock(key string) { k.get(key).Lock() } // want Lock:`^acquire mutex p0\.locks\[p1\]$`

func (k *Keyed) Unlock(key string) { k.get(key).Unlock() } // want Unlock:`^release mutex p0\.locks\[p1\]$`

// LockFunc gives the release back.
func (k *Keyed) LockFunc(key string) func() { // want LockFunc:`^acquire mutex p0\.locks\[p1\]; r0=func \(\*sync\.Mutex\)\.Unlock\$bound\(p0\.locks\[p1\]\); r0 not nil$`
	m := k.get(key)
	m.Lock()
	return m.Unlock
}

// Whole does both.
func (k *Keyed) Whole(key string, f func()) { // want Whole:`^acquire mutex p0\.locks\[p1\]; run p2\(\); release mutex p0\.locks\[p1\]$`
	k.Lock(key)
	defer k.Unlock(key)
	f()
}
