// Package chain calls out deep below.
package chain

import (
	"net/http"
	"sync"
)

type C struct{ mu sync.Mutex }

func getJSON(url string) error {
	_, err := http.Get(url)
	return err
}

func (c *C) fetch(id string) error { return getJSON("http://rates/" + id) }

func (c *C) Rates(id string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	// timeline: acquire outbound outbound outbound
	return c.fetch(id) // want `is held while fetch -> getJSON -> http.Get may wait`
}

// Several calls in one section are one finding.
func (c *C) Twice(id string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.fetch(id); err != nil { // want `fetch -> getJSON -> http.Get`
		return err
	}
	return c.fetch(id)
}

// Silent: the function that takes the lock is told of, not its callers.
func (c *C) Caller(id string) error { return c.Rates(id) }

// Silent: the mutex is free again.
func (c *C) After(id string) error {
	c.mu.Lock()
	c.mu.Unlock()
	return c.fetch(id)
}

// Silent: another goroutine goes out.
func (c *C) Apart(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	go c.fetch(id)
	go func() { _ = c.fetch(id) }()
}

// What another goroutine gives back it has taken itself.
func (c *C) Watched(id string, over chan bool, ended func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	go func() {
		<-over
		c.mu.Lock()
		defer c.mu.Unlock()
		ended()
	}()
	return c.fetch(id) // want `fetch -> getJSON -> http.Get`
}

// A deferred call that runs before the deferred unlock is under the lock.
func (c *C) Deferred(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.fetch(id) // want `fetch -> getJSON -> http.Get`
}

// Silent: deferred before the unlock, it runs after it.
func (c *C) DeferredAfter(id string) {
	defer c.fetch(id)
	c.mu.Lock()
	defer c.mu.Unlock()
}

func (c *C) locked(f func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return f()
}

// A runner of the project's own.
func (c *C) Through(id string) error {
	return c.locked(func() error {
		return c.fetch(id) // want `fetch -> getJSON -> http.Get`
	})
}
