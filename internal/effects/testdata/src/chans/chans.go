// Package chans uses channels as mutexes.
package chans

import (
	_ "database/sql" // a package that uses nothing but mutexes is not looked at
)

// Send is taken by sending.
type Send struct{ sem chan struct{} }

func NewSend() *Send { return &Send{sem: make(chan struct{}, 1)} }

func (s *Send) Lock() { s.sem <- struct{}{} } // want Lock:`^acquire mutex p0\.sem$`

func (s *Send) Unlock() { <-s.sem } // want Unlock:`^release mutex p0\.sem$`

// Token is taken by receiving: the maker puts the token in.
type Token struct{ tok chan struct{} }

func NewToken() *Token {
	t := &Token{tok: make(chan struct{}, 1)}
	t.tok <- struct{}{}
	return t
}

func (t *Token) Lock() { <-t.tok } // want Lock:`^acquire mutex p0\.tok$`

func (t *Token) Unlock() { t.tok <- struct{}{} } // want Unlock:`^release mutex p0\.tok$`

// Wide has room for more than one: no mutex.
type Wide struct{ sem chan struct{} }

func NewWide() *Wide { return &Wide{sem: make(chan struct{}, 8)} }

func (w *Wide) Lock() { w.sem <- struct{}{} }

// Signal carries a value: no mutex.
type Signal struct{ c chan int }

func NewSignal() *Signal { return &Signal{c: make(chan int, 1)} }

func (s *Signal) Send() { s.c <- 1 }

var global = make(chan struct{}, 1)

func LockGlobal() { global <- struct{}{} } // want LockGlobal:`^acquire mutex chans\.global$`

func UnlockGlobal() { <-global } // want UnlockGlobal:`^release mutex chans\.global$`

// Whole does both.
func (s *Send) Whole(f func()) { // want Whole:`^acquire mutex p0\.sem; run p1\(\); release mutex p0\.sem$`
	s.sem <- struct{}{}
	defer func() { <-s.sem }()
	f()
}

// A Job wakes a goroutine up that waits for other things besides: no mutex.
type Job struct{ reset chan struct{} }

func Start(stop chan bool) *Job {
	reset := make(chan struct{}, 1)
	go work(stop, reset)
	return &Job{reset: reset}
}

func work(stop chan bool, reset <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-reset:
		}
	}
}

func (j *Job) Reset() { j.reset <- struct{}{} }

// StartLiteral does the same in a literal.
func StartLiteral(stop chan bool) *Task {
	reset := make(chan struct{}, 1)
	go func() {
		select {
		case <-stop:
		case <-reset:
		}
	}()
	return &Task{reset: reset}
}

type Task struct{ reset chan struct{} }

func (t *Task) Reset() { t.reset <- struct{}{} }
