// Package latedefer registers the release behind a way out.
package latedefer

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

var errNone = errors.New("none left")

type items struct {
	locks *redislock.Client
	n     int
}

func (i *items) take(ctx context.Context) error {
	/* timeline: acquire return release */ l, err := i.locks.Obtain(ctx, "lock:item", time.Minute, nil) // want `lock "lock:item" is still held after the return of line 25, which stands before the deferred release of line 27: everybody else is shut out until it expires; defer the release right behind the acquire \(leakedlock/late-defer\)$`
	if err != nil {
		return err
	}
	if i.n < 1 {
		return errNone
	}
	defer l.Release(context.WithoutCancel(ctx))
	return nil
}

// takeWith mentions in the defer what is there only later: there is no simple fix.
func (i *items) takeWith(ctx context.Context) error {
	l, err := i.locks.Obtain(ctx, "lock:item", time.Minute, nil) // want `late-defer`
	if err != nil {
		return err
	}
	if i.n < 1 {
		return errNone
	}
	uctx := context.WithoutCancel(ctx)
	defer l.Release(uctx)
	return nil
}

// takeRight has it beside the acquire.
func (i *items) takeRight(ctx context.Context) error {
	l, err := i.locks.Obtain(ctx, "lock:item", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	if i.n < 1 {
		return errNone
	}
	return nil
}
