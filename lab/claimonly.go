package main

import (
	"context"

	"github.com/locklint/locklint/lab/payment"
)

// claimOnly has the gateway fail once. The callback is sent again, as gateways do.
func claimOnly() []Experiment {
	return []Experiment{experiment(Experiment{Rule: "claimonly/stuck", Damage: "payments never booked", Clients: 4},
		(*payment.Service).Callback, (*payment.Service).CallbackFixed, callbacks)}
}

func callbacks(r *Rig, callback paying) Plan {
	const tries = 3
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup: func(context.Context) error {
			r.gateway.fails(4)
			return nil
		},
		Client: func(ctx context.Context, n int) (err error) {
			for range tries {
				if err = callback(s, ctx, int64(n)); err == nil {
					return nil
				}
			}
			return err
		},
		Count: func(ctx context.Context, res Result) (int, error) {
			booked, err := r.int(ctx, "select count(*) from payments")
			return res.Served - booked, err
		},
	}
}
