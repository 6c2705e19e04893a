// Package wronghandle releases the lock that it did not mean.
package wronghandle

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type mover struct {
	mu    sync.RWMutex
	n     int
	key   string
	locks *redislock.Client
}

func (m *mover) move(ctx context.Context, from, to string) error {
	src, err := m.locks.Obtain(ctx, "purse:"+from, time.Minute, nil)
	if err != nil {
		return err
	}
	defer src.Release(ctx)
	dst, err := m.locks.Obtain(ctx, "pot:"+to, time.Minute, nil)
	if err != nil {
		return err
	}
	m.key = dst.Key()
	/* timeline: acquire release */ defer src.Release(ctx) // want `the defer releases lock "purse:{}", not lock "pot:{}" of line 25, which stays locked; release that one \(leakedlock/wrong-handle\)$`
	m.n++
	return nil
}

// moveRight releases each.
func (m *mover) moveRight(ctx context.Context, from, to string) error {
	src, err := m.locks.Obtain(ctx, "purse:"+from, time.Minute, nil)
	if err != nil {
		return err
	}
	defer src.Release(ctx)
	dst, err := m.locks.Obtain(ctx, "pot:"+to, time.Minute, nil)
	if err != nil {
		return err
	}
	defer dst.Release(ctx)
	m.n++
	return nil
}

func (m *mover) get() int {
	m.mu.RLock()
	defer m.mu.Unlock() // want `the defer is of the other mode of mutex m\.mu, which was locked at line 52 and stays locked; pair RLock with RUnlock and Lock with Unlock \(leakedlock/wrong-handle\)$`
	return m.n
}

// getRight is right.
func (m *mover) getRight() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.n
}

type node struct {
	mu   sync.Mutex
	next *node
}

// step locks the next node before it lets go of this one.
func (n *node) step() *node {
	next := n.next
	next.mu.Lock()
	defer n.mu.Unlock()
	return next
}
