// Package okerrnames has package variables that are called like errors made once, and are none: nothing is known of their values.
package okerrnames

import (
	"flag"
	"log"
	"sync"
)

var (
	errorTrace  bool
	errorDetail = flag.Bool("error-detail", false, "say more")
	errLogger   *log.Logger
	errCount    int
	errLimit    = 3
)

// A Batch is locked from Begin to End.
type Batch struct {
	mu sync.Mutex
	n  int
}

// Begin locks the batch, unless there is nothing in it.
func (b *Batch) Begin(n int) {
	b.mu.Lock()
	if n == 0 {
		b.mu.Unlock()
		return
	}
	b.n = n
}

// End unlocks it.
func (b *Batch) End() {
	if errorTrace {
		println("end")
	}
	b.mu.Unlock()
}

// A Detailed is the same with a flag.
type Detailed struct {
	mu sync.Mutex
	n  int
}

// Begin locks.
func (d *Detailed) Begin(n int) {
	d.mu.Lock()
	if n == 0 {
		d.mu.Unlock()
		return
	}
	d.n = n
}

// End unlocks.
func (d *Detailed) End() {
	if *errorDetail {
		println("end")
	}
	d.mu.Unlock()
}

// Count is right with and without a logger.
func (d *Detailed) Count() int {
	d.mu.Lock()
	if errLogger == nil {
		d.mu.Unlock()
		return 0
	}
	n := d.n
	errLogger.Print(n)
	d.mu.Unlock()
	return n
}

// A Limited is the same with a number.
type Limited struct {
	mu sync.Mutex
	n  int
}

// Begin locks.
func (l *Limited) Begin(n int) {
	l.mu.Lock()
	if n == 0 {
		l.mu.Unlock()
		return
	}
	l.n = n
}

// End unlocks.
func (l *Limited) End() {
	if errCount == errLimit {
		println("end")
		l.mu.Unlock()
		return
	}
	println("more")
	l.mu.Unlock()
}

// A Half unlocks on one side only.
type Half struct {
	mu sync.Mutex
	n  int
}

// Count stays locked.
func (h *Half) Count() int {
	h.mu.Lock() //bug:leakedlock/early-return
	if errCount == errLimit {
		return h.n
	}
	h.mu.Unlock()
	return 0
}
