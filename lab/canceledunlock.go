package main

import (
	"context"
	"errors"
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
			Holds: []Hold{{At: "before sql select qty", Nth: 1, Patience: 2 * time.Second}},
		}, (*cart.Service).Put, (*cart.Service).PutFixed, afterOne),
	}
}

const stay = 300 * time.Millisecond // of a customer who leaves

// afterOne has a customer come, and perhaps leave, before the others.
func afterOne(r *Rig, hold holding) Plan {
	return after(r, func(s *cart.Service, ctx context.Context, item int64) error { return hold(s, ctx, item, 1) },
		func(s *cart.Service, ctx context.Context, item int64) error { return hold(s, ctx, item, 1) })
}

// afterSilence has a customer leave without a word. All others say yes.
func afterSilence(r *Rig, confirm func(s *cart.Service, ctx context.Context, item int64, yes <-chan struct{}) error) Plan {
	yes := make(chan struct{})
	close(yes)
	return after(r, func(s *cart.Service, ctx context.Context, item int64) error { return confirm(s, ctx, item, nil) },
		func(s *cart.Service, ctx context.Context, item int64) error { return confirm(s, ctx, item, yes) })
}

// after lets the clients do what others do, after somebody has done what one does and left.
func after(r *Rig, one, others func(s *cart.Service, ctx context.Context, item int64) error) Plan {
	const item = 7
	s := cart.New(r.PG, r.Redis)
	return Plan{
		Setup: func(ctx context.Context) error {
			if err := r.exec(ctx, "insert into stock values ($1, 10)", item); err != nil {
				return err
			}
			brief, cancel := context.WithTimeout(ctx, stay)
			defer cancel()
			if err := one(s, brief, item); err != nil && !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			return nil
		},
		Client: func(ctx context.Context, _ int) error {
			return patiently(ctx, func() error { return others(s, ctx, item) })
		},
		Count: shutOut,
	}
}
