package main

import (
	"context"
	"strings"
	"time"

	"github.com/locklint/locklint/lab/coupon"
	"github.com/locklint/locklint/lab/lock"
	"github.com/locklint/locklint/lab/payment"
	"github.com/locklint/locklint/lab/seat"
)

func keyTemplate() []Experiment {
	// Half of the customers type their code, the other half has it scanned.
	uses := experiment(Experiment{
		Rule: "keytemplate/duplicate", Damage: "uses lost", Clients: 6,
		Holds: []Hold{{At: "after sql select uses", Count: 2}},
	}, (*coupon.Service).Use, (*coupon.Service).UseFixed, useUp)
	uses.Faulty.Where, uses.Mended.Where = "coupon.(*Service).scanned", "coupon.(*Service).scannedFixed"
	return []Experiment{
		experiment(Experiment{
			Rule: "keytemplate/bypass", Damage: "credits lost", Clients: 6,
			Holds: []Hold{{At: "after sql select cents", Count: 2}},
		}, (*payment.Service).Refund, (*payment.Service).RefundFixed, func(r *Rig, refund crediting) Plan {
			return mixedCredits(r, (*payment.Service).Charge, refund)
		}),
		uses,
		experiment(Experiment{Rule: "keytemplate/mismatch", Damage: "clients shut out", Clients: 4},
			(*payment.Service).Fee, (*payment.Service).FeeFixed, func(r *Rig, fee crediting) Plan {
				plan := credits(r, fee)
				plan.Count = shutOut
				return plan
			}),
		// The long job has its lock before the other begins, and waits for it to end.
		experiment(Experiment{
			Rule: "keytemplate/collision", Damage: "seconds blocked", Clients: 2,
			Holds: []Hold{{At: "before sql update accounts", Until: "after sql delete from payments", Count: 1, Patience: 5 * time.Second}},
		}, (*payment.Service).Statements, (*payment.Service).StatementsFixed, jobs),
		experiment(Experiment{Rule: "keytemplate/volatile", Damage: "double payments", Clients: 6, Holds: meetAtGateway(6)},
			(*payment.Service).Payout, (*payment.Service).PayoutFixed, payTwice),
		experiment(Experiment{Rule: "keytemplate/datakey", Damage: "clients shut out", Clients: 4},
			(*payment.Service).Quote, (*payment.Service).QuoteFixed, quote),
		experiment(Experiment{
			Rule: "keytemplate/unguided", Damage: "seats sold twice", Clients: 6,
			Holds: []Hold{{At: "after sql select qty", Count: 2}},
		}, (*seat.Service).Gift, (*seat.Service).GiftFixed, seats),
	}
}

func useUp(r *Rig, use func(s *coupon.Service, ctx context.Context, code string, scanned bool) error) Plan {
	return onCoupon(r, func(s *coupon.Service, ctx context.Context, n int) error {
		return use(s, ctx, strings.ToLower(couponCode), n%2 == 0)
	})
}

// seats lets one half of the clients buy a seat each, and the other half be given one.
func seats(r *Rig, give func(s *seat.Service, ctx context.Context, show int64) error) Plan {
	const show, free = 7, 10
	s := seat.New(r.PG, lock.New(r.Redis))
	return Plan{
		Setup: func(ctx context.Context) error { return r.exec(ctx, "insert into stock values ($1, $2)", show, free) },
		Client: func(ctx context.Context, n int) error {
			if n%2 == 0 {
				return s.Buy(ctx, show)
			}
			return give(s, ctx, show)
		},
		Count: func(ctx context.Context, res Result) (int, error) {
			left, err := r.int(ctx, "select qty from stock where item = $1", show)
			return left - (free - res.Served), err
		},
	}
}

// jobs runs a job while a long one is at work.
func jobs(r *Rig, job func(*payment.Service, context.Context) error) Plan {
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Client: func(ctx context.Context, n int) error {
			if n == 0 {
				return s.Interest(ctx)
			}
			if err := r.reached(ctx, 0); err != nil {
				return err
			}
			return job(s, ctx)
		},
		Count: func(ctx context.Context, _ Result) (int, error) { return r.inVain(ctx, 0) },
	}
}

func quote(r *Rig, set crediting) Plan {
	const order = 3
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Client:   func(ctx context.Context, n int) error { return set(s, ctx, order, n) },
		Refusals: busy,
		Again:    1,
		Count:    shutOut,
	}
}
