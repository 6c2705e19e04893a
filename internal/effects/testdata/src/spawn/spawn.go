// Package spawn has locks that are given back somewhere else: in another goroutine, by a worker, at the end of a test.
package spawn

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/bsm/redislock"
)

// Async locks here and unlocks in the goroutine: the lock is handed off.
func Async(mu *sync.Mutex) {
	mu.Lock()
	go func() {
		defer mu.Unlock()
		work()
	}()
}

// Direct hands the method itself to the goroutine.
func Direct(mu *sync.Mutex) {
	mu.Lock()
	go mu.Unlock()
}

// finish is a named function that gives the lock back.
func finish(mu *sync.Mutex) { mu.Unlock() }

func Named(mu *sync.Mutex) {
	mu.Lock()
	go finish(mu)
}

// Kept gives it back itself: the goroutine does something else.
func Kept(mu *sync.Mutex) { // want Kept:`^acquire mutex p0$`
	mu.Lock()
	go work()
}

// ItsOwn keeps the lock: what the goroutine gives back it has taken itself.
func ItsOwn(mu *sync.Mutex, over chan bool, ended func()) { // want ItsOwn:`^acquire mutex p0; spawn p2$`
	mu.Lock()
	go func() {
		<-over
		mu.Lock()
		ended()
		mu.Unlock()
	}()
}

// Pool runs functions in goroutines.
type Pool struct{ wg sync.WaitGroup }

func (p *Pool) Go(f func()) { // want Go:`^spawn p1$`
	p.wg.Go(f)
}

func (p *Pool) Plain(f func()) { // want Plain:`^spawn p1$`
	go func() { f() }()
}

func ThroughPool(p *Pool, mu *sync.Mutex) {
	mu.Lock()
	p.Go(func() { mu.Unlock() })
}

func ThroughPlain(p *Pool, mu *sync.Mutex) {
	mu.Lock()
	p.Plain(mu.Unlock)
}

// Cleanup leaves the release to the test.
func Cleanup(t *testing.T, mu *sync.Mutex) {
	mu.Lock()
	t.Cleanup(mu.Unlock)
}

// Timer leaves it to a timer.
func Timer(mu *sync.Mutex) {
	mu.Lock()
	time.AfterFunc(time.Second, func() { mu.Unlock() })
}

// Sent leaves it to whoever receives the handle.
func Sent(ctx context.Context, c *redislock.Client, out chan *redislock.Lock) error {
	l, err := c.Obtain(ctx, "sent", time.Minute, nil)
	if err != nil {
		return err
	}
	out <- l
	return nil
}

// Again takes it once more behind the hand-off: that one is its own.
func Again(mu *sync.Mutex) { // want Again:`^acquire mutex p0$`
	mu.Lock()
	go mu.Unlock()
	mu.Lock()
}

func work() {}
