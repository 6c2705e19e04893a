package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/locklint/locklint/lab/lock"
)

const (
	patience = 1500 * time.Millisecond // of a client that is told that a lock is held
	again    = 10 * time.Millisecond   // between its tries
)

// patiently tries fn until the lock is free, as long as clients do.
func patiently(ctx context.Context, fn func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(again) {
		err := fn()
		if !errors.Is(err, lock.ErrBusy) || time.Now().After(end) || ctx.Err() != nil {
			return err
		}
	}
}

// shutOut counts the clients that were refused, however long they tried.
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

// seconds are whole ones beyond what it takes by itself. The first is forgiven: that is what a busy machine takes.
func (l *longest) seconds(itself time.Duration) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(max(0, l.time-itself-time.Second) / time.Second)
}
