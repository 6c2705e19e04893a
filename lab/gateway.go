package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

// gateway is the service of others that the code under trial calls. It answers everything with 204, except what fail says.
type gateway struct {
	server *httptest.Server

	mu     sync.Mutex
	inside map[string]int // requests that are being answered, by path
	most   map[string]int // how many at once there were
	done   map[string]int // how many were answered
	fail   func(path string, nth int) bool
}

func listen(h *holds) *gateway {
	g := &gateway{inside: map[string]int{}, most: map[string]int{}, done: map[string]int{}}
	g.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then does the server notice that a client goes
		g.enter(r.URL.Path)
		h.reach(r.Context(), "before http "+r.Method+" "+r.URL.Path)
		if g.leave(r.URL.Path, r.Context().Err() == nil) {
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

func (g *gateway) enter(path string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside[path]++
	g.most[path] = max(g.most[path], g.inside[path])
}

func (g *gateway) leave(path string, answered bool) (failed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside[path]--
	if !answered {
		return true
	}
	if g.fail != nil && g.fail(path, g.done[path]+1) {
		g.done[path]++
		return true
	}
	g.done[path]++
	return false
}
