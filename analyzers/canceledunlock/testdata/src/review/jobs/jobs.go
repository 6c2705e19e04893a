// Package jobs: one lock for all in a function that gets a context and nothing else. A scheduler or a main function runs
// it, mostly on a context that nobody ends.
package jobs

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

type Jobs struct{ locks *redislock.Client }

const sweepKey = "lock:sweep"

func (j *Jobs) sweep(context.Context) error { return nil }

func (j *Jobs) Sweep(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, sweepKey, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `provided that whoever runs this job ends its context \(canceledunlock/request-ctx\)`
	return j.sweep(ctx)
}

// Of asks for one of many: that is no job.
func (j *Jobs) Of(ctx context.Context, id string) error {
	l, err := j.locks.Obtain(ctx, "lock:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `assuming that the caller's context can end before the release runs`
	return j.sweep(ctx)
}

// Bounded ends the context itself.
func (j *Jobs) Bounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	l, err := j.locks.Obtain(ctx, sweepKey, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `assuming that the caller's context can end before the release runs`
	return j.sweep(ctx)
}

// Loop knows that somebody ends the context.
func (j *Jobs) Loop(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, sweepKey, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `assuming that the caller's context can end before the release runs`
	for range 10 {
		select {
		case <-ctx.Done():
			return nil
		default:
		}
		if err := j.sweep(ctx); err != nil {
			return err
		}
	}
	return nil
}
