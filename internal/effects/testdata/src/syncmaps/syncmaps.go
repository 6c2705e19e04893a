// Package syncmaps has the mutexes in a sync.Map.
package syncmaps

import "sync"

type Locks struct{ m sync.Map }

func (l *Locks) Lock(key string) { // want Lock:`^acquire mutex p0\.m\[p1\]$`
	v, _ := l.m.LoadOrStore(key, &sync.Mutex{})
	v.(*sync.Mutex).Lock()
}

func (l *Locks) Unlock(key string) { // want Unlock:`^nothing \| release mutex p0\.m\[p1\]$`
	if v, ok := l.m.Load(key); ok {
		v.(*sync.Mutex).Unlock()
	}
}

func (l *Locks) Take(key string) func() { // want Take:`^acquire mutex p0\.m\[p1\]; r0=func \(\*syncmaps\.Locks\)\.Take\$1\(&p0\.m\[p1\]\); r0 not nil$`
	v, _ := l.m.LoadOrStore(key, &sync.Mutex{})
	mu := v.(*sync.Mutex)
	mu.Lock()
	return func() { mu.Unlock() }
}

func (l *Locks) Whole(key string, f func()) { // want Whole:`^acquire mutex p0\.m\[p1\]; run p2\(\); release mutex p0\.m\[p1\]$`
	unlock := l.Take(key)
	defer unlock()
	f()
}
