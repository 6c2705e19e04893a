package main

import (
	"context"
	"time"

	"github.com/locklint/locklint/lab/payment"
)

// blockingCall measures how long the slowest of the clients is kept from one account.
func blockingCall() []Experiment {
	return []Experiment{
		// The gateway does not answer the first call for a while.
		experiment(Experiment{
			Rule: "blockingcall/no-timeout", Damage: "seconds blocked", Clients: 4,
			Holds: []Hold{{At: "before http POST /charge", Nth: 1, Patience: 8 * time.Second}},
		}, (*payment.Service).Notify, (*payment.Service).NotifyFixed, blocked(0, 0)),
		// The gateway is out of order for so many calls.
		experiment(Experiment{Rule: "blockingcall/unbounded-retry", Damage: "seconds blocked", Clients: 4},
			(*payment.Service).Insist, (*payment.Service).InsistFixed, blocked(160, 0)),
		experiment(Experiment{Rule: "blockingcall/sleep", Damage: "seconds blocked", Clients: 6},
			(*payment.Service).Confirm, (*payment.Service).ConfirmFixed, blocked(0, 1500*time.Millisecond)),
	}
}

// blocked lets the clients work on one account and counts the seconds of the slowest. The gateway fails at first; own is what
// a client takes by itself.
func blocked(failures int, own time.Duration) func(*Rig, paying) Plan {
	return func(r *Rig, work paying) Plan {
		const account, enough = 4, 60
		s := payment.New(r.PG, r.Redis, r.Gateway)
		var slowest longest
		return Plan{
			Setup: func(ctx context.Context) error {
				r.gateway.fails(failures)
				return r.exec(ctx, "insert into accounts values ($1, 0)", account)
			},
			Client: func(ctx context.Context, _ int) error {
				return slowest.of(func() error { return work(s, ctx, account) })
			},
			Again: enough, // until the gateway works
			Count: func(context.Context, Result) (int, error) { return slowest.seconds(own), nil },
		}
	}
}
