package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// limit ends a run that hangs.
const limit = time.Minute

// Outcome is what came of one run.
type Outcome struct {
	Result
	Damage int
	Took   time.Duration
}

// run puts v, one of the two of e, through its plan, in a place of its own.
func (l *Lab) run(ctx context.Context, e Experiment, v Variant) (out Outcome, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	started := time.Now()
	r, err := l.rig(ctx, e.Holds)
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
		if err := plan.Setup(ctx); err != nil {
			return out, fmt.Errorf("setup: %w", err)
		}
	}
	if e.Replicas == 0 {
		out.Result = plan.clients(ctx, 0, e.Clients)
	} else if out.Result, err = e.replicas(ctx, v, r.Place); err != nil {
		return out, err
	}
	out.Damage, err = plan.Count(ctx, out.Result)
	out.Took = time.Since(started)
	return out, err
}

// clients lets clients first to first+n-1 go off at once. Those that are refused come again when nobody else is there.
func (p Plan) clients(ctx context.Context, first, n int) Result {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = p.Client(ctx, first+i) })
	}
	wg.Wait()
	var all Result
	for i, err := range errs {
		for range p.Again {
			if err == nil {
				break
			}
			err = p.Client(ctx, first+i)
		}
		all.count(err)
	}
	return all
}
