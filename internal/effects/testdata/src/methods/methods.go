// Package methods has wrappers that are methods.
package methods

import (
	"context"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

type Box struct {
	mu sync.Mutex
	n  int
}

func (b *Box) Lock() { b.mu.Lock() } // want Lock:`^acquire mutex p0\.mu$`

func (b *Box) Unlock() { b.mu.Unlock() } // want Unlock:`^release mutex p0\.mu$`

func (b *Box) TryLock() bool { return b.mu.TryLock() } // want TryLock:`^acquire mutex p0\.mu; r0 true \| missed busy mutex p0\.mu; r0 false$`

// Add holds the mutex for its own time only.
func (b *Box) Add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n += n
}

type Outer struct{ box *Box }

func (o *Outer) Open() { o.box.Lock() } // want Open:`^acquire mutex p0\.box\.mu$`

func (o *Outer) Shut() { o.box.Unlock() } // want Shut:`^release mutex p0\.box\.mu$`

// A Lease is a lock in Redis under a prefix.
type Lease struct {
	rdb    *redis.Client
	prefix string
}

// Acquire holds the key where it says true.
func (l *Lease) Acquire(ctx context.Context, id string) (bool, error) { // want Acquire:`^acquire lease key "\{\}\{\}"\(p0\.prefix,p2\); r0 true; r1 nil \| missed failed lease key "\{\}\{\}"\(p0\.prefix,p2\); r0 false; r1 not nil \| missed busy lease key "\{\}\{\}"\(p0\.prefix,p2\); r0 false; r1 nil$`
	return l.rdb.SetNX(ctx, l.prefix+id, "1", time.Minute).Result()
}

func (l *Lease) Release(ctx context.Context, id string) error { // want Release:`^release lease key "\{\}\{\}"\(p0\.prefix,p2\)$`
	return l.rdb.Del(ctx, l.prefix+id).Err()
}

// Value has a receiver that is a copy of the pointer to it.
type Value struct{ mu *sync.Mutex }

func (v Value) Lock() { v.mu.Lock() } // want Lock:`^acquire mutex p0\.mu$`

func (v Value) unlock() { v.mu.Unlock() } // want unlock:`^release mutex p0\.mu$`

func (v Value) Done() { v.unlock() } // want Done:`^release mutex p0\.mu$`
