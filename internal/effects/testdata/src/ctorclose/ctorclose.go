// Package ctorclose takes the lock where a value is made and gives it back where it is closed.
package ctorclose

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type File struct{ mu *sync.Mutex }

func Open(mu *sync.Mutex) *File { // want Open:`^acquire mutex p0; r0\.mu=p0; r0 not nil$`
	mu.Lock()
	return &File{mu: mu}
}

func (f *File) Close() error { // want Close:`^release mutex p0\.mu; r0=nil; r0 nil$`
	f.mu.Unlock()
	return nil
}

type Lease struct {
	lock *redislock.Lock
	key  string
}

func NewLease(ctx context.Context, c *redislock.Client, key string) (*Lease, error) { // want NewLease:`^missed lease new0 key "lease:\{\}"\(p2\); r0=nil; r0 nil; r1 not nil \| acquire lease r0\.lock key "lease:\{\}"\(p2\); r1=nil; r0\.key=p2; r0 not nil; r1 nil$`
	lock, err := c.Obtain(ctx, "lease:"+key, time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return &Lease{lock: lock, key: key}, nil
}

func (l *Lease) Close(ctx context.Context) error { return l.lock.Release(ctx) } // want Close:`^release lease p0\.lock$`

// Key hands out the name.
func (l *Lease) Key() string { return l.key } // want Key:`^r0=p0\.key$`
