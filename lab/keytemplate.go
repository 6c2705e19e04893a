package main

import (
	"context"
	"time"

	"github.com/locklint/locklint/lab/payment"
)

func keyTemplate() []Experiment {
	return []Experiment{
		experiment(Experiment{
			Rule: "keytemplate/bypass", Damage: "credits lost", Clients: 6,
			Holds: []Hold{{At: "after sql select cents", Count: 2}},
		}, (*payment.Service).Refund, (*payment.Service).RefundFixed, func(r *Rig, refund crediting) Plan {
			return mixedCredits(r, (*payment.Service).Charge, refund)
		}),
		experiment(Experiment{Rule: "keytemplate/mismatch", Damage: "clients shut out", Clients: 4},
			(*payment.Service).Fee, (*payment.Service).FeeFixed, func(r *Rig, fee crediting) Plan {
				plan := credits(r, fee)
				plan.Again, plan.Count = 1, shutOut
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
		Client: func(ctx context.Context, n int) error { return set(s, ctx, order, n) },
		Again:  1,
		Count:  shutOut,
	}
}
