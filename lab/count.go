package main

import "context"

// shutOut counts the clients that were refused even when nobody else was there.
func shutOut(_ context.Context, r Result) (int, error) { return r.Refused, nil }

// crashed counts the processes that died.
func crashed(_ context.Context, r Result) (int, error) { return r.Crashed, nil }
