// Package clients calls with HTTP clients that come from fields, constructors and parameters.
package clients

import (
	"net/http"
	"sync"
	"time"
)

type Bare struct {
	mu   sync.Mutex
	http *http.Client
}

func NewBare() *Bare { return &Bare{http: &http.Client{}} }

// The field is only ever given a client without a timeout.
func (b *Bare) Ask(url string) (*http.Response, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	// timeline: acquire outbound
	return b.http.Get(url) // want `^mutex b.mu, taken at line 19, is held while http.Client.Get may wait for ever: .* \(blockingcall/no-timeout\)$`
}

type Timed struct {
	mu   sync.Mutex
	http *http.Client
}

func NewTimed() *Timed { return &Timed{http: newClient(2 * time.Second)} }

func newClient(timeout time.Duration) *http.Client { return &http.Client{Timeout: timeout} }

// Silent: the constructor gives the client a timeout, through a helper.
func (t *Timed) Ask(url string) (*http.Response, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.http.Get(url)
}

type Given struct {
	mu   sync.Mutex
	http *http.Client
}

func NewGiven(c *http.Client) *Given { return &Given{http: c} }

// Silent: who makes the client is not known.
func (g *Given) Ask(url string) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.http.Get(url)
}

type Set struct {
	mu   sync.Mutex
	http http.Client
}

func NewSet(d time.Duration) *Set {
	s := &Set{}
	s.http.Timeout = d
	return s
}

// Silent: the timeout is set after the struct is made.
func (s *Set) Ask(url string) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.http.Get(url)
}

type Value struct {
	mu   sync.Mutex
	http http.Client
}

// A client by value that nobody touches.
func (v *Value) Ask(url string) (*http.Response, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.http.Get(url) // want `no-timeout`
}

type Local struct{ mu sync.Mutex }

// A literal in the function itself.
func (l *Local) Ask(url string) (*http.Response, error) {
	c := http.Client{}
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url) // want `no-timeout`
}

func (l *Local) AskTimed(url string) (*http.Response, error) {
	c := &http.Client{Timeout: time.Second}
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url)
}

// Silent: one of the two ways sets a timeout, and the test decides the same for all.
func (l *Local) AskMaybe(url string, patient bool) (*http.Response, error) {
	c := &http.Client{}
	if !patient {
		c.Timeout = time.Second
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url)
}

// A transport that waits for the answer for ever bounds nothing.
func (l *Local) AskThrough(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{MaxIdleConns: 4}}
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url) // want `no-timeout`
}

// Silent: the transport has a limit of its own.
func (l *Local) AskThroughTimed(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}}
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url)
}

// Silent: what the transport does is not known.
func (l *Local) AskThroughOther(url string, rt http.RoundTripper) (*http.Response, error) {
	c := &http.Client{Transport: rt}
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url)
}

func tune(c *http.Client, d time.Duration) { c.Timeout = d }

// Silent: a helper sets the timeout.
func (l *Local) AskTuned(url string, d time.Duration) (*http.Response, error) {
	c := &http.Client{}
	tune(c, d)
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.Get(url)
}

type API struct{ bare *Bare }

// The client is a field of a field.
func (a *API) Ask(mu *sync.Mutex, url string) (*http.Response, error) {
	mu.Lock()
	defer mu.Unlock()
	return fetch(a.bare.http, url) // want `fetch -> http.Client.Get may wait`
}

func fetch(c *http.Client, url string) (*http.Response, error) { return c.Get(url) }
