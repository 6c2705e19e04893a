package main

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/locklint/locklint/lab/cart"
	"github.com/locklint/locklint/lab/lock"
)

func leakedLock() []Experiment {
	inside := []Hold{{At: "after sql select qty", Until: "after sql select pg_try_advisory_lock", Count: 6}}
	return []Experiment{
		experiment(Experiment{Rule: "leakedlock/early-return", Damage: "clients shut out", Clients: 4},
			(*cart.Service).Hold, (*cart.Service).HoldFixed, afterTooMany),
		experiment(Experiment{Rule: "leakedlock/late-defer", Damage: "clients shut out", Clients: 4},
			(*cart.Service).Add, (*cart.Service).AddFixed, afterTooMany),
		// Who has the lock waits until all others have tried it.
		experiment(Experiment{Rule: "leakedlock/connection", Damage: "connections leaked", Clients: 6, Holds: inside},
			(*cart.Service).Reserve, (*cart.Service).ReserveFixed, connections),
		// Who has the mutex waits until in each process somebody was refused.
		experiment(Experiment{
			Rule: "leakedlock/early-defer", Damage: "processes crashed", Clients: 3, Replicas: 2, Dies: unlocked,
			Holds: []Hold{{At: "after sql select qty", Until: refused, Count: 2}},
		}, (*cart.Service).Refresh, (*cart.Service).RefreshFixed, crashes(1)),
		experiment(Experiment{Rule: "leakedlock/double", Damage: "processes crashed", Clients: 3, Replicas: 2, Dies: unlocked},
			(*cart.Service).Price, (*cart.Service).PriceFixed, crashes(2)),
		experiment(Experiment{Rule: "leakedlock/wrong-handle", Damage: "processes crashed", Clients: 3, Replicas: 2, Dies: unlocked},
			(*cart.Service).Show, (*cart.Service).ShowFixed, show),
	}
}

const (
	unlocked = "fatal error: sync: Unlock of unlocked RWMutex" // what a process dies of that unlocks once too often
	refused  = "after client refused"                          // the point at which a client learns that the lock is held
)

type holding = func(s *cart.Service, ctx context.Context, item int64, n int) error

// afterTooMany lets somebody ask for more than there is, and then others for one each.
func afterTooMany(r *Rig, hold holding) Plan {
	const item, stock = 7, 10
	s := cart.New(r.PG, r.Redis)
	return Plan{
		Setup: func(ctx context.Context) error {
			if err := r.exec(ctx, "insert into stock values ($1, $2)", item, stock); err != nil {
				return err
			}
			if err := hold(s, ctx, item, stock+1); !errors.Is(err, cart.ErrSoldOut) {
				return errors.Join(errors.New("not sold out"), err)
			}
			return nil
		},
		Client:   func(ctx context.Context, _ int) error { return hold(s, ctx, item, 1) },
		Refusals: busy,
		Again:    1,
		Count:    shutOut,
	}
}

// connections counts those that are not given back.
func connections(r *Rig, reserve func(s *cart.Service, ctx context.Context, item int64) error) Plan {
	const item = 7
	s := cart.New(r.PG, r.Redis)
	return Plan{
		Setup:    func(ctx context.Context) error { return r.exec(ctx, "insert into stock values ($1, 10)", item) },
		Client:   func(ctx context.Context, _ int) error { return reserve(s, ctx, item) },
		Refusals: busy,
		Again:    1,
		Count:    func(context.Context, Result) (int, error) { return int(r.PG.Stat().AcquiredConns()), nil },
	}
}

// crashes lets the clients read the prices of so many items, of which only the first is there.
func crashes(items int) func(*Rig, func(*cart.Service, context.Context, int64) error) Plan {
	return func(r *Rig, load func(s *cart.Service, ctx context.Context, item int64) error) Plan {
		s := cart.New(r.PG, r.Redis)
		return Plan{
			Setup: func(ctx context.Context) error { return r.exec(ctx, "insert into stock values (0, 10)") },
			Client: func(ctx context.Context, n int) error {
				item := int64(n % items)
				err := load(s, ctx, item)
				switch {
				case errors.Is(err, lock.ErrBusy):
					r.holds.reach(ctx, refused)
				case item > 0 && errors.Is(err, pgx.ErrNoRows): // it is told that there is no such item
					return nil
				}
				return err
			},
			Refusals: busy,
			Again:    1,
			Count:    crashed,
		}
	}
}

func show(r *Rig, price func(s *cart.Service, item int64) int) Plan {
	s := cart.New(r.PG, r.Redis)
	return Plan{
		Client: func(_ context.Context, n int) error {
			price(s, int64(n))
			return nil
		},
		Count: crashed,
	}
}
