// Package sleeps waits under a mutex.
package sleeps

import (
	"context"
	"sync"
	"time"
)

type S struct {
	mu sync.Mutex
	c  chan int
}

func (s *S) Long() {
	s.mu.Lock()
	defer s.mu.Unlock()
	time.Sleep(2 * time.Second) // want `time.Sleep waits 2s: .*, assuming that others want the lock meanwhile \(blockingcall/sleep\)$`
}

// Silent: not longer than the threshold.
func (s *S) Short() {
	s.mu.Lock()
	defer s.mu.Unlock()
	time.Sleep(time.Second)
}

func (s *S) After() {
	s.mu.Lock()
	defer s.mu.Unlock()
	<-time.After(time.Minute) // want `time.After waits 1m0s`
}

func (s *S) Timer() {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := time.NewTimer(time.Minute)
	<-t.C // want `time.NewTimer waits 1m0s`
}

func backoff() { time.Sleep(5 * time.Second) }

func (s *S) Callee() {
	s.mu.Lock()
	defer s.mu.Unlock()
	backoff() // want `backoff -> time.Sleep waits 5s`
}

// That the caller can end the wait makes it no shorter where nobody does.
func (s *S) Selects(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-time.After(2 * time.Second): // want `time.After waits 2s`
	}
}

// Silent: something else may come first, the timer is the limit.
func (s *S) Limits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case x := <-s.c:
		return x
	case <-time.After(time.Minute):
		return 0
	}
}

// Silent: how long it waits is not constant.
func (s *S) Variable(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	time.Sleep(d)
}

// Silent: outside.
func (s *S) Outside() {
	s.mu.Lock()
	s.mu.Unlock()
	time.Sleep(time.Minute)
}
