package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"
)

// gateway is the service of others that the code under trial calls. It answers everything with 204, except for failures.
type gateway struct {
	server *httptest.Server

	mu       sync.Mutex
	inside   int             // requests that are being answered
	most     int             // how many at once there were
	done     map[string]int  // how many succeeded, by path
	calls    int             // answers so far
	seen     int             // of them when mark was called
	failures int             // so many answers to come are failures
	left     time.Time       // when the last request was over
	pauses   []time.Duration // between one request and the next
}

func listen(h *holds) *gateway {
	g := &gateway{done: map[string]int{}}
	g.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then does the server notice that a client goes
		g.enter()
		h.reach(r.Context(), "before http "+r.Method+" "+r.URL.Path)
		if !g.leave(r.URL.Path, r.Context().Err() != nil) {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	return g
}

func (g *gateway) close() {
	g.server.CloseClientConnections()
	g.server.Close()
}

// fails makes the next n answers failures.
func (g *gateway) fails(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failures = n
}

// enter counts a request that is being answered.
func (g *gateway) enter() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.inside == 0 && !g.left.IsZero() {
		g.pauses = append(g.pauses, time.Since(g.left))
	}
	g.inside++
	g.most = max(g.most, g.inside)
}

// leave counts one that is over, and tells whether it succeeds: not when the client has gone.
func (g *gateway) leave(path string, gone bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	g.calls++
	g.left = time.Now()
	if gone {
		return false
	}
	if g.failures > 0 {
		g.failures--
		return false
	}
	g.done[path]++
	return true
}

// mark notes how many answers there were so far.
func (g *gateway) mark() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen = g.calls
}

func (g *gateway) marked() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.seen
}

func (g *gateway) mostAtOnce() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.most
}

// idle counts the pauses between requests, and tells how long the shortest was.
func (g *gateway) idle() (n int, shortest time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.pauses) > 0 {
		shortest = slices.Min(g.pauses)
	}
	return len(g.pauses), shortest
}

// twice counts the requests that repeat what was done.
func (g *gateway) twice() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	again := 0
	for _, n := range g.done {
		again += n - 1
	}
	return again
}
