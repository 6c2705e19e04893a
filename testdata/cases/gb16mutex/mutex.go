// Case gb16mutex: mutexes, channels as mutexes and readers' locks that stay behind, and look-alikes that do not.
package gb16mutex

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

type Store struct {
	sync.Mutex // embedded
	rw         sync.RWMutex
	sem        chan struct{}
	cond       *sync.Cond
	m          map[string]int
	closed     bool
}

func New() *Store {
	s := &Store{sem: make(chan struct{}, 1), m: map[string]int{}}
	s.cond = sync.NewCond(s)
	return s
}

// Add forgets the embedded mutex in one arm of a switch.
func (s *Store) Add(name string, n int) error {
	s.Lock() //bug:leakedlock/early-return
	switch {
	case n < 0:
		s.Unlock()
		return errors.New("negative")
	case n == 0:
		return nil
	}
	s.m[name] += n
	s.Unlock()
	return nil
}

// Get forgets the reader's lock.
func (s *Store) Get(name string) (int, error) {
	s.rw.RLock() //bug:leakedlock/early-return
	v, ok := s.m[name]
	if !ok {
		return 0, fmt.Errorf("no %s", name)
	}
	s.rw.RUnlock()
	return v, nil
}

// Sem forgets the place in the channel.
func (s *Store) Sem(f func() error) error {
	s.sem <- struct{}{} //bug:leakedlock/early-return
	if err := f(); err != nil {
		return err
	}
	<-s.sem
	return nil
}

// SemTry gives up where somebody else is in.
func (s *Store) SemTry(f func() error) error {
	select {
	case s.sem <- struct{}{}:
		defer func() { <-s.sem }()
		return f()
	default:
		return errors.New("busy")
	}
}

// SemCtx waits no longer than its context.
func (s *Store) SemCtx(ctx context.Context, f func() error) error {
	select {
	case s.sem <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.sem }()
	return f()
}

// Wait is right: Wait gives the mutex back while it waits.
func (s *Store) Wait(name string) (int, error) {
	s.Lock()
	defer s.Unlock()
	for s.m[name] == 0 {
		if s.closed {
			return 0, errors.New("closed")
		}
		s.cond.Wait()
	}
	return s.m[name], nil
}

// Upgrade is right: it changes over from one side to the other.
func (s *Store) Upgrade(name string) int {
	s.rw.RLock()
	if v, ok := s.m[name]; ok {
		s.rw.RUnlock()
		return v
	}
	s.rw.RUnlock()
	s.rw.Lock()
	defer s.rw.Unlock()
	if v, ok := s.m[name]; ok {
		return v
	}
	s.m[name] = 1
	return 1
}

// Once unlocks early through a function that does so once only.
func (s *Store) Once(f func() error) error {
	s.Lock()
	unlock := sync.OnceFunc(s.Unlock)
	defer unlock()
	if len(s.m) == 0 {
		return errors.New("empty")
	}
	unlock()
	return f()
}

// Flagged is right: the flag says whether there is still something to unlock.
func (s *Store) Flagged(f func() error) error {
	s.Lock()
	locked := true
	defer func() {
		if locked {
			s.Unlock()
		}
	}()
	if len(s.m) == 0 {
		return errors.New("empty")
	}
	s.Unlock()
	locked = false
	return f()
}

// MethodValue is right.
func (s *Store) MethodValue() int {
	s.Lock()
	done := s.Unlock
	defer done()
	return len(s.m)
}

// Recovered: what is called may panic, and somebody lives on.
func (s *Store) Recovered(name string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	s.Lock() //bug:leakedlock/early-return
	if name == "" {
		panic("no name")
	}
	s.m[name]++
	s.Unlock()
	return nil
}

// Twice unlocks in the error branch and in the defer.
func (s *Store) Twice(name string) error {
	s.Lock()
	defer s.Unlock() //bug:leakedlock/double
	v := s.m[name]
	s.Unlock()
	if v == 0 {
		return errors.New("none")
	}
	return nil
}

// Goto leaves by a label.
func (s *Store) Goto(names []string) int {
	n := 0
	s.Lock()
	for _, name := range names {
		if s.m[name] == 0 {
			goto out
		}
		n++
	}
out:
	s.Unlock()
	return n
}

// Break leaves the loop with the lock of the round.
func (s *Store) Break(names []string) (n int) {
	for _, name := range names {
		s.Lock() //bug:leakedlock/early-return
		if s.m[name] < 0 {
			break
		}
		n += s.m[name]
		s.Unlock()
	}
	return n
}

// Both is right: two locks in their order, both given back.
func (s *Store) Both(o *Store) int {
	s.Lock()
	defer s.Unlock()
	o.Lock()
	defer o.Unlock()
	return len(s.m) + len(o.m)
}

// Swapped gives back the one that has not been taken twice, and the other never.
func (s *Store) Swapped(o *Store) int {
	s.Lock()
	defer s.Unlock()
	o.Lock()
	defer s.Unlock() //bug:leakedlock/wrong-handle
	return len(s.m) + len(o.m)
}

// Session is locked from Begin to End.
type Session struct {
	mu     sync.Mutex
	n      int
	closed bool
}

// Begin is right: End gives back.
func (s *Session) Begin() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return errors.New("closed")
	}
	s.n++
	return nil
}

func (s *Session) End() { s.mu.Unlock() }

// Later is a type of its own: whoever gives back in a goroutine may do so for all who take.
type Later struct{ mu sync.Mutex }

// Sender is right: the goroutine gives back.
func (l *Later) Sender(f func()) {
	l.mu.Lock()
	go func() {
		defer l.mu.Unlock()
		f()
	}()
}
