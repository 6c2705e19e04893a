// Package conditional takes its mutex on some paths.
package conditional

import (
	"net/http"
	"sync"
)

type node struct{ mu *sync.Mutex }

var save func(*node)

// Silent: what decides whether the mutex is taken decides whether it is given back.
func Twice(n *node, url string) {
	if n.mu != nil {
		n.mu.Lock()
	}
	save(n)
	if n.mu != nil {
		n.mu.Unlock()
	}
	http.Get(url)
}

// One way is under the mutex, and no way is after it.
func Some(mu *sync.Mutex, url string, careful bool) {
	if careful {
		mu.Lock()
		defer mu.Unlock()
	}
	http.Get(url) // want `no-timeout`
}

// Silent: one path gives the mutex back before.
func Early(mu *sync.Mutex, url string, early bool) {
	mu.Lock()
	if early {
		mu.Unlock()
	}
	http.Get(url)
	if !early {
		mu.Unlock()
	}
}
