package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	limit = time.Minute     // ends a run
	grace = 5 * time.Second // for clients to notice that
)

var errLimit = fmt.Errorf("the run was not over after %s", limit)

// Outcome is what came of one run.
type Outcome struct {
	Result
	Damage int
	Took   time.Duration
}

// run puts v, one of the two of e, through its plan, in a place of its own.
func (l *Lab) run(ctx context.Context, e Experiment, v Variant) (out Outcome, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	started := time.Now()
	r, err := l.rig(ctx, e.holds(v))
	if err != nil {
		return out, err
	}
	defer func() {
		if err = errors.Join(err, l.remove(r)); err != nil {
			err = fmt.Errorf("%s: %w", v.Func, err)
		}
	}()
	plan := v.plan(r)
	if plan.Setup != nil {
		if _, err := within(ctx, func() (none struct{}, err error) { return none, plan.Setup(ctx) }); err != nil {
			return out, fmt.Errorf("setup: %w", err)
		}
	}
	if e.Replicas == 0 {
		out.Result, err = plan.clients(ctx, 0, e.Clients)
	} else {
		out.Result, err = e.replicas(ctx, v, r.Place)
	}
	switch {
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case err != nil:
		return out, err
	case out.Wrong != "":
		return out, fmt.Errorf("a client met what this experiment is not about: %s", out.Wrong)
	}
	out.Damage, err = plan.Count(ctx, out.Result)
	out.Took = time.Since(started)
	return out, err
}

// within returns what f does, or an error soon after ctx has ended: what is under trial may not listen to it.
func within[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(grace):
		var none T
		return none, context.Cause(ctx)
	}
}

// clients lets clients first to first+n-1 go off at once. Those that are refused come again when nobody else is there.
func (p Plan) clients(ctx context.Context, first, n int) (Result, error) {
	return within(ctx, func() (Result, error) { return p.all(ctx, first, n), nil })
}

func (p Plan) all(ctx context.Context, first, n int) Result {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = p.Client(ctx, first+i) })
	}
	wg.Wait()
	var all Result
	for i, err := range errs {
		for range p.Again {
			if !isAny(err, p.Refusals) {
				break
			}
			err = p.Client(ctx, first+i)
		}
		all.count(err, p.Refusals)
	}
	return all
}
