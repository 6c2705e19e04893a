package main

import (
	"context"
	"errors"

	"github.com/locklint/locklint/lab/payment"
)

// claimOnly has the gateway fail at first. The callback is sent again until it is answered with success, as gateways do.
func claimOnly() []Experiment {
	return []Experiment{experiment(Experiment{Rule: "claimonly/stuck", Damage: "payments never booked", Clients: 4},
		(*payment.Service).Callback, (*payment.Service).CallbackFixed, callbacks)}
}

func callbacks(r *Rig, callback paying) Plan {
	const failures = 4
	s := payment.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Setup: func(context.Context) error {
			r.gateway.fails(failures)
			return nil
		},
		Client: func(ctx context.Context, n int) (err error) {
			for range failures + 1 {
				if err = callback(s, ctx, int64(n)); !errors.Is(err, payment.ErrGateway) {
					break
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
