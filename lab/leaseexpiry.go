package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/rueidis"
	"github.com/redis/rueidis/rueidislock"

	"github.com/locklint/locklint/lab/lock"
	"github.com/locklint/locklint/lab/parcel"
)

func leaseExpiry() []Experiment {
	// The process of the first holder dies at its work, or on the way there.
	deaths := []Hold{{At: "before sql update parcels", Nth: 1, Then: die}, {At: "before redis expire lock:", Nth: 1, Then: die}}
	meetAtPrinter := []Hold{{At: "before http POST /label", Count: 2}}
	// Each label takes a while.
	slow := []Hold{{At: "before http POST /label", Patience: 1600 * time.Millisecond}}
	// Redis loses the lock while the first label is printed, as in a failover.
	loss := []Hold{{At: "before http POST /label", Nth: 1, Patience: notLong, Then: loseLocks}}
	return []Experiment{
		experiment(Experiment{
			Rule: "leaseexpiry/no-ttl", Damage: "clients shut out", Clients: 1, Replicas: 3, Serves: 2, Dies: killed, Holds: deaths,
		}, (*parcel.Service).Send, (*parcel.Service).SendFixed, afterDeath),
		experiment(Experiment{
			Rule: "leaseexpiry/two-step", Damage: "clients shut out", Clients: 1, Replicas: 3, Serves: 2, Dies: killed, Holds: deaths,
		}, (*parcel.Service).Return, (*parcel.Service).ReturnFixed, afterDeath),
		experiment(Experiment{Rule: "leaseexpiry/short", Damage: "holders too many", Clients: 3, Holds: meetAtPrinter},
			(*parcel.Service).Frank, (*parcel.Service).FrankFixed, together),
		experiment(Experiment{Rule: "leaseexpiry/watchdog-off", Damage: "holders too many", Clients: 3, Holds: meetAtPrinter},
			(*parcel.Service).Stamp, (*parcel.Service).StampFixed, together),
		experiment(Experiment{Rule: "leaseexpiry/unrenewed", Damage: "labels printed twice", Clients: 2, Holds: slow},
			(*parcel.Service).Batch, (*parcel.Service).NightFixed, batches),
		experiment(Experiment{Rule: "leaseexpiry/renewal-ignored", Damage: "labels printed twice", Clients: 2, Holds: loss},
			(*parcel.Service).Night, (*parcel.Service).NightFixed, batches),
		experiment(Experiment{Rule: "leaseexpiry/lost-ignored", Damage: "labels printed twice", Clients: 2, Holds: loss},
			(*parcel.Dispatcher).Dispatch, (*parcel.Dispatcher).DispatchFixed, dispatches),
	}
}

const locks = "*lock:*" // the keys of locks in Redis

// loseLocks deletes the keys of locks.
func loseLocks(ctx context.Context, r *Rig) {
	if keys, err := r.holds.counter.Keys(ctx, locks).Result(); err == nil && len(keys) > 0 {
		r.holds.counter.Del(ctx, keys...)
	}
}

// afterDeath lets the replicas send one parcel. One of them dies at that. Who survives waits for longer than a lease.
func afterDeath(r *Rig, send labelling) Plan {
	const id, longer = 9, 10 * time.Second
	s := parcel.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup: func(ctx context.Context) error { return r.exec(ctx, "insert into parcels values ($1)", id) },
		Client: func(ctx context.Context, _ int) error {
			ctx, cancel := context.WithTimeout(ctx, longer)
			defer cancel()
			return send(s, ctx, id)
		},
		Refusals: []error{lock.ErrBusy, context.DeadlineExceeded},
		Count: func(_ context.Context, res Result) (int, error) {
			if res.Crashed != 1 {
				return 0, fmt.Errorf("so many processes died: %d, not 1", res.Crashed)
			}
			return res.Refused, nil
		},
	}
}

// batches lets the clients print what is waiting. Whose work ends because the lock is lost comes again.
func batches(r *Rig, print func(*parcel.Service, context.Context) error) Plan {
	const parcels = 5
	s := parcel.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup: func(ctx context.Context) error {
			return r.exec(ctx, "insert into parcels select generate_series(1, $1)", parcels)
		},
		Client:   func(ctx context.Context, _ int) error { return print(s, ctx) },
		Refusals: []error{context.Canceled, redislock.ErrNotObtained},
		Again:    1,
		Count:    func(context.Context, Result) (int, error) { return r.gateway.twice(), nil },
	}
}

// dispatches does the same with a lock of rueidis.
func dispatches(r *Rig, print func(*parcel.Dispatcher, context.Context) error) Plan {
	var d *parcel.Dispatcher
	plan := batches(r, func(_ *parcel.Service, ctx context.Context) error { return print(d, ctx) })
	prepare := plan.Setup
	plan.Setup = func(ctx context.Context) error {
		at := r.Redis.Options()
		locker, err := rueidislock.NewLocker(rueidislock.LockerOption{KeyMajority: 1, ClientOption: rueidis.ClientOption{
			InitAddress: []string{at.Addr}, SelectDB: at.DB,
			DialCtxFn: func(ctx context.Context, _ string, dialer *net.Dialer, _ *tls.Config) (net.Conn, error) {
				return dialer.DialContext(ctx, at.Network, at.Addr)
			},
		}})
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, locker.Close)
		d = parcel.NewDispatcher(parcel.New(r.PG, r.Redis, r.Gateway), locker)
		return prepare(ctx)
	}
	return plan
}
