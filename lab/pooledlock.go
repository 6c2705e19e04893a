package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/locklint/locklint/lab/payment"
)

func pooledLock() []Experiment {
	return []Experiment{
		experiment(Experiment{Rule: "pooledlock/pool", Damage: "double payments", Clients: 4, Holds: meetAtGateway(4)},
			(*payment.Service).Bill, (*payment.Service).BillFixed, oneConnection),
		experiment(Experiment{Rule: "pooledlock/returned-locked", Damage: "clients shut out", Clients: 4},
			(*payment.Service).Invoice, (*payment.Service).InvoiceFixed, failedElsewhere),
	}
}

// oneConnection gives all clients the same connection in turn, as a pool may: the session then has the lock already.
func oneConnection(r *Rig, pay paying) Plan {
	return payTwice(r, func(_ *payment.Service, ctx context.Context, order int64) error {
		return pay(payment.New(r.single, r.Redis, r.Gateway), ctx, order)
	})
}

// failedElsewhere has a payment fail before the clients come, on a pool of its own, as another replica has one. That it is of the
// same process makes no difference: PostgreSQL knows sessions alone.
func failedElsewhere(r *Rig, pay paying) Plan {
	const order = 3
	plan := payTwice(r, pay)
	prepare := plan.Setup
	plan.Setup = func(ctx context.Context) error {
		if err := prepare(ctx); err != nil {
			return err
		}
		r.gateway.fails(1)
		if err := pay(payment.New(r.single, r.Redis, r.Gateway), ctx, order); !errors.Is(err, payment.ErrGateway) {
			return fmt.Errorf("the gateway was to fail: %v", err)
		}
		return nil
	}
	plan.Count = shutOut
	return plan
}
