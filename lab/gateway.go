package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

// gateway is the service of others that the code under trial calls. It answers everything with 204, except for failures.
type gateway struct {
	server *httptest.Server

	mu       sync.Mutex
	inside   map[string]int // requests that are being answered, by path
	most     map[string]int // how many at once there were
	done     map[string]int // how many succeeded
	failures int            // so many answers to come are failures
}

func listen(h *holds) *gateway {
	g := &gateway{inside: map[string]int{}, most: map[string]int{}, done: map[string]int{}}
	g.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then does the server notice that a client goes
		g.enter(r.URL.Path)
		h.reach(r.Context(), "before http "+r.Method+" "+r.URL.Path)
		if !g.leave(r.URL.Path) {
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
func (g *gateway) enter(path string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside[path]++
	g.most[path] = max(g.most[path], g.inside[path])
}

// leave counts one that is over, and tells whether it succeeds.
func (g *gateway) leave(path string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside[path]--
	if g.failures > 0 {
		g.failures--
		return false
	}
	g.done[path]++
	return true
}
