package main

import (
	"context"
	"time"

	"github.com/locklint/locklint/lab/payment"
)

func blockingCall() []Experiment {
	return []Experiment{
		// The gateway does not answer the first call until it gets a second one.
		experiment(Experiment{
			Rule: "blockingcall/no-timeout", Damage: "seconds blocked", Clients: 4,
			Holds: []Hold{{At: "before http POST /charge", Nth: 1, Count: 2, Patience: 5 * time.Second}},
		}, (*payment.Service).Notify, (*payment.Service).NotifyFixed, func(r *Rig, notify paying) Plan {
			plan := onAccount(r, notify)
			plan.Refusals, plan.Again = []error{context.DeadlineExceeded}, 1
			plan.Count = func(ctx context.Context, _ Result) (int, error) { return r.inVain(ctx, 0) }
			return plan
		}),
		// The gateway is out of order, and the second holder of the account looks how often it was called.
		experiment(Experiment{
			Rule: "blockingcall/unbounded-retry", Damage: "calls waited for", Clients: 4,
			Holds: []Hold{{At: "after sql select cents", Nth: 2, Patience: poll, Then: func(_ context.Context, r *Rig) { r.gateway.mark() }}},
		}, (*payment.Service).Insist, (*payment.Service).InsistFixed, outOfOrder),
		experiment(Experiment{Rule: "blockingcall/sleep", Damage: "seconds blocked", Clients: 7},
			(*payment.Service).Confirm, (*payment.Service).ConfirmFixed, slept),
	}
}

const account = 4

// onAccount lets the clients work on one account.
func onAccount(r *Rig, work paying) Plan {
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup:  func(ctx context.Context) error { return r.exec(ctx, "insert into accounts values ($1, 0)", account) },
		Client: func(ctx context.Context, _ int) error { return work(s, ctx, account) },
	}
}

// outOfOrder has the gateway fail for some time, and counts the calls beyond a few.
func outOfOrder(r *Rig, insist paying) Plan {
	const failures, few = 60, 3
	plan := onAccount(r, insist)
	r.gateway.fails(failures)
	plan.Refusals, plan.Again = []error{payment.ErrGateway}, failures // until it works
	plan.Count = func(context.Context, Result) (int, error) { return max(0, r.gateway.marked()-few), nil }
	return plan
}

// slept counts the seconds that the last client waited for others to sleep: between all calls of the gateway one does. Without
// that the next call comes at once, and a slow machine is not slow each time.
func slept(r *Rig, work paying) Plan {
	const sleep = 1500 * time.Millisecond
	plan := onAccount(r, work)
	plan.Count = func(context.Context, Result) (int, error) {
		n, shortest := r.gateway.idle()
		if shortest < sleep {
			return 0, nil
		}
		return int(time.Duration(n) * shortest / time.Second), nil
	}
	return plan
}
