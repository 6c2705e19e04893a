// Package okhandover locks hand over hand: the next node before the last one is let go.
package okhandover

import "sync"

type node struct {
	mu   sync.Mutex
	n    int
	next *node
}

// A store has nodes.
type store interface{ Get(id int) *node }

// Sum goes through the nodes of a store.
func Sum(s store, ids []int) int {
	prev := s.Get(0)
	prev.mu.Lock()
	sum := prev.n
	for _, id := range ids {
		cur := s.Get(id)
		cur.mu.Lock()
		sum += cur.n
		prev.mu.Unlock()
		prev = cur
	}
	prev.mu.Unlock()
	return sum
}

// SumList goes through a list.
func SumList(cur *node) int {
	sum := 0
	cur.mu.Lock()
	for cur.next != nil {
		next := cur.next
		next.mu.Lock()
		sum += cur.n
		cur.mu.Unlock()
		cur = next
	}
	sum += cur.n
	cur.mu.Unlock()
	return sum
}

// Last looks for the last node that the store has.
func Last(s store) int {
	prev := s.Get(0)
	prev.mu.Lock()
	for id := 1; ; id++ {
		cur := s.Get(id)
		if cur == nil {
			break
		}
		cur.mu.Lock()
		prev.mu.Unlock()
		prev = cur
	}
	defer prev.mu.Unlock()
	return prev.n
}
