// Case okt05maybe: a mutex that a node may lack is taken and given back where the node has one; the wait comes after both.
package okt05maybe

import (
	"sync"
	"time"
)

// A Node may have a mutex.
type Node struct {
	mu *sync.Mutex
	by string
}

type store struct{ nodes map[string]*Node }

func (s *store) get(id string) (*Node, bool) {
	n, ok := s.nodes[id]
	return n, ok
}

func (s *store) put(n *Node) { s.nodes[n.by] = n }

// Relay moves a node, and tells its host later.
func Relay(s *store, ids []string) {
	for _, id := range ids {
		n, ok := s.get(id)
		if !ok {
			continue
		}
		if n.mu != nil {
			n.mu.Lock()
		}
		n.by = ""
		s.put(n)
		if n.mu != nil {
			n.mu.Unlock()
		}
	}
	time.Sleep(2 * time.Second)
}
