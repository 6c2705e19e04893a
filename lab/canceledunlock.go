package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/locklint/locklint/lab/cart"
)

// canceledUnlock has a request end before its lease is given back, and counts whom that shuts out.
func canceledUnlock() []Experiment {
	return []Experiment{
		experiment(Experiment{Rule: "canceledunlock/own-cancel", Damage: "clients shut out", Clients: 4},
			(*cart.Service).Take, (*cart.Service).TakeFixed, afterOne),
		experiment(Experiment{Rule: "canceledunlock/after-done", Damage: "clients shut out", Clients: 4},
			(*cart.Service).Confirm, (*cart.Service).ConfirmFixed, afterSilence),
		// The customer leaves while the stock is read.
		experiment(Experiment{
			Rule: "canceledunlock/request-ctx", Damage: "clients shut out", Clients: 4,
			Holds: []Hold{{At: "before sql select qty", Nth: 1, Patience: 15 * time.Second}}, // or until he has left
		}, (*cart.Service).Put, (*cart.Service).PutFixed, afterLeaving),
	}
}

type asking = func(s *cart.Service, ctx context.Context, item int64) error

// afterOne has a customer come before the others.
func afterOne(r *Rig, hold holding) Plan {
	ask := func(s *cart.Service, ctx context.Context, item int64) error { return hold(s, ctx, item, 1) }
	return after(r, context.WithCancel, nil, ask, ask)
}

// afterLeaving has one leave in the middle.
func afterLeaving(r *Rig, hold holding) Plan {
	ask := func(s *cart.Service, ctx context.Context, item int64) error { return hold(s, ctx, item, 1) }
	return after(r, r.leaving, context.Canceled, ask, ask)
}

// afterSilence has one leave without a word. All others say yes.
func afterSilence(r *Rig, confirm func(s *cart.Service, ctx context.Context, item int64, yes <-chan struct{}) error) Plan {
	yes := make(chan struct{})
	close(yes)
	return after(r, r.leaving, context.Canceled,
		func(s *cart.Service, ctx context.Context, item int64) error { return confirm(s, ctx, item, nil) },
		func(s *cart.Service, ctx context.Context, item int64) error { return confirm(s, ctx, item, yes) })
}

// leaving is the context of somebody who leaves as soon as there is a lock.
func (r *Rig) leaving(ctx context.Context) (context.Context, context.CancelFunc) {
	brief, leave := context.WithCancel(ctx)
	go func() {
		for ; brief.Err() == nil; time.Sleep(poll) {
			if keys, _ := r.holds.counter.Keys(ctx, locks).Result(); len(keys) > 0 {
				leave()
			}
		}
	}()
	return brief, leave
}

// after lets the clients do what others do, when somebody has done what one does, with that error, and gone.
func after(r *Rig, visit func(context.Context) (context.Context, context.CancelFunc), ends error, one, others asking) Plan {
	const item = 7
	s := cart.New(r.PG, r.Redis)
	return Plan{
		Setup: func(ctx context.Context) error {
			if err := r.exec(ctx, "insert into stock values ($1, 10)", item); err != nil {
				return err
			}
			ctx, leave := visit(ctx)
			defer leave()
			if err := one(s, ctx, item); !errors.Is(err, ends) {
				return fmt.Errorf("who comes first is answered %v, not %v", err, ends)
			}
			return nil
		},
		Client:   func(ctx context.Context, _ int) error { return others(s, ctx, item) },
		Refusals: busy,
		Again:    1,
		Count:    shutOut,
	}
}
