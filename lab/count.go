package main

import (
	"context"

	"github.com/locklint/locklint/lab/lock"
)

// busy is what a client is told that finds the lock held.
var busy = []error{lock.ErrBusy}

// shutOut counts the clients that were refused even when nobody else was there.
func shutOut(_ context.Context, r Result) (int, error) { return r.Refused, nil }

// crashed counts the processes that died.
func crashed(_ context.Context, r Result) (int, error) { return r.Crashed, nil }
