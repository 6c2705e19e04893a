// Package double releases twice.
package double

import "sync"

type table struct {
	mu    sync.Mutex
	seats map[string]bool
}

func (t *table) sit(who string) bool {
	t.mu.Lock()
	/* timeline: acquire release release */ defer t.mu.Unlock() // want `mutex t\.mu is released a second time, after line 15: that crashes, or frees the lock of somebody else \(leakedlock/double\)$`
	if len(t.seats) > 8 {
		t.mu.Unlock()
		return false
	}
	t.seats[who] = true
	return true
}

func (t *table) leave(who string) {
	t.mu.Lock()
	if t.seats[who] {
		delete(t.seats, who)
		t.mu.Unlock()
	}
	t.mu.Unlock() // want `mutex t\.mu is released a second time, after line 26: .*double`
}

// flagged says so where it unlocks.
func (t *table) flagged(who string) {
	t.mu.Lock()
	locked := true
	defer func() {
		if locked {
			t.mu.Unlock()
		}
	}()
	if t.seats[who] {
		t.mu.Unlock()
		locked = false
	}
}

// guarded can be called twice.
func (t *table) guarded(who string) {
	t.mu.Lock()
	var once sync.Once
	unlock := func() { once.Do(t.mu.Unlock) }
	defer unlock()
	if t.seats[who] {
		unlock()
	}
}

// again takes it a second time in between.
func (t *table) again(who string, work func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seats[who] = true
	t.mu.Unlock()
	work()
	t.mu.Lock()
}

type handle struct {
	t    *table
	done bool
}

func (t *table) open() *handle {
	t.mu.Lock()
	return &handle{t: t}
}

func (h *handle) close() {
	if h.done {
		return
	}
	h.done = true
	h.t.mu.Unlock()
}

// closed closes twice, which is allowed.
func (t *table) closed(who string) {
	h := t.open()
	defer h.close()
	t.seats[who] = true
	h.close()
}
