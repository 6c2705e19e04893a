package main

import (
	"context"
	"sync"
	"time"
)

// shutOut counts the clients that were refused even when nobody else was there.
func shutOut(_ context.Context, r Result) (int, error) { return r.Refused, nil }

// longest is the longest time that something took.
type longest struct {
	mu   sync.Mutex
	time time.Duration
}

// of notes how long fn takes.
func (l *longest) of(fn func() error) error {
	began := time.Now()
	err := fn()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.time = max(l.time, time.Since(began))
	return err
}

// forgiven is what a busy machine may take.
const forgiven = 4 * time.Second

// seconds are whole ones beyond what it takes by itself and what is forgiven.
func (l *longest) seconds(itself time.Duration) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(max(0, l.time-itself-forgiven) / time.Second)
}
