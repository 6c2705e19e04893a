package main

import (
	"context"

	"github.com/locklint/locklint/lab/payment"
)

// uncheckedLock has clients pay one order at once. The gateway keeps who pays until others do, too.
func uncheckedLock() []Experiment {
	var all []Experiment
	for _, x := range []struct {
		category       string
		faulty, mended paying
	}{
		{"ignored", (*payment.Service).Pay, (*payment.Service).PayFixed},
		{"fallthrough", (*payment.Service).Collect, (*payment.Service).CollectFixed},
		{"inverted", (*payment.Service).Capture, (*payment.Service).CaptureFixed},
		{"row-dropped", (*payment.Service).Debit, (*payment.Service).DebitFixed},
	} {
		all = append(all, experiment(Experiment{
			Rule: "uncheckedlock/" + x.category, Damage: "double payments", Clients: 6, Holds: meetAtGateway(5),
		}, x.faulty, x.mended, payTwice))
	}
	// Who is inside waits until all others have tried the lock.
	quiet := experiment(Experiment{
		Rule: "uncheckedlock/busy-as-success", Damage: "credits confirmed and lost", Clients: 6,
		Holds: []Hold{{At: "after sql select cents", Until: "before redis set lock:", Count: 6}},
	}, (*payment.Service).TopUp, (*payment.Service).TopUpFixed, credits)
	quiet.Faulty.Where, quiet.Mended.Where = "payment.(*Service).alone", "payment.(*Service).aloneFixed"
	return append(all, quiet)
}

// meetAtGateway keeps who calls the gateway until n have.
func meetAtGateway(n int) []Hold { return []Hold{{At: "before http POST /charge", Count: n}} }

type (
	paying    = func(s *payment.Service, ctx context.Context, order int64) error
	crediting = func(s *payment.Service, ctx context.Context, account int64, cents int) error
)

// payTwice lets all clients pay one order.
func payTwice(r *Rig, pay paying) Plan {
	const order = 3
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup:    func(ctx context.Context) error { return r.exec(ctx, "insert into orders values ($1)", order) },
		Client:   func(ctx context.Context, _ int) error { return pay(s, ctx, order) },
		Refusals: busy,
		Again:    1,
		Count: func(ctx context.Context, _ Result) (int, error) {
			return r.int(ctx, "select count(*) - 1 from payments where order_id = $1", order)
		},
	}
}

// credits lets each client add a cent to one account.
func credits(r *Rig, add crediting) Plan { return mixedCredits(r, add, add) }

// mixedCredits lets the clients add a cent each, one half of them by one function, the other half by another.
func mixedCredits(r *Rig, even, odd crediting) Plan {
	const account = 4
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup: func(ctx context.Context) error { return r.exec(ctx, "insert into accounts values ($1, 0)", account) },
		Client: func(ctx context.Context, n int) error {
			if n%2 == 0 {
				return even(s, ctx, account, 1)
			}
			return odd(s, ctx, account, 1)
		},
		Refusals: busy,
		Again:    1,
		Count: func(ctx context.Context, res Result) (int, error) {
			cents, err := r.int(ctx, "select cents from accounts where id = $1", account)
			return res.Served - cents, err
		},
	}
}
