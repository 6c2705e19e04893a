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

type store struct{ nodes map[string]Node }

func (s *store) get(id string) (Node, bool) {
	n, ok := s.nodes[id]
	return n, ok
}

func (s *store) put(n *Node) error {
	if n.by == "" {
		n.by = "none"
	}
	s.nodes[n.by] = *n
	return nil
}

// Relay moves a node, and tells its host later.
func Relay(s *store, id string, assign bool) {
	node, ok := s.get(id)
	if !ok {
		return
	}
	if assign && node.by != "" {
		old, ok := s.get(node.by)
		if ok {
			if old.mu != nil {
				old.mu.Lock()
			}
			old.by = ""
			_ = s.put(&old)
			if old.mu != nil {
				old.mu.Unlock()
			}
		}
	}
	if assign {
		time.Sleep(2 * time.Second)
	}
}
