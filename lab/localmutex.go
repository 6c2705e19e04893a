package main

import (
	"context"

	"github.com/locklint/locklint/lab/coupon"
	"github.com/locklint/locklint/lab/lock"
)

// localMutex runs three replicas. Who has read a row waits until another replica has, too.
func localMutex() []Experiment {
	return []Experiment{
		experiment(Experiment{
			Rule: "localmutex/read-modify-write", Damage: "uses lost", Clients: 2, Replicas: 3,
			Holds: []Hold{{At: "after sql select uses", Count: 3}},
		}, (*coupon.Service).Redeem, (*coupon.Service).RedeemFixed, redeem),
		experiment(Experiment{
			Rule: "localmutex/check-then-write", Damage: "coupons given twice", Clients: 2, Replicas: 3,
			Holds: []Hold{{At: "after sql select true from grants", Count: 3}},
		}, (*coupon.Service).Grant, (*coupon.Service).GrantFixed, grant),
	}
}

const couponCode = "SPRING"

func redeem(r *Rig, use func(s *coupon.Service, ctx context.Context, code string) error) Plan {
	return onCoupon(r, func(s *coupon.Service, ctx context.Context, _ int) error { return use(s, ctx, couponCode) })
}

// onCoupon lets each client use a coupon once.
func onCoupon(r *Rig, use func(s *coupon.Service, ctx context.Context, n int) error) Plan {
	s := coupon.New(r.PG, lock.New(r.Redis))
	return Plan{
		Setup:  func(ctx context.Context) error { return r.exec(ctx, "insert into coupons values ($1, 0)", couponCode) },
		Client: func(ctx context.Context, n int) error { return use(s, ctx, n) },
		Count: func(ctx context.Context, res Result) (int, error) {
			uses, err := r.int(ctx, "select uses from coupons where code = $1", couponCode)
			return res.Served - uses, err
		},
	}
}

func grant(r *Rig, give func(s *coupon.Service, ctx context.Context, customer int64, code string) error) Plan {
	const customer, code = 5, "WELCOME"
	s := coupon.New(r.PG, lock.New(r.Redis))
	return Plan{
		Client: func(ctx context.Context, _ int) error { return give(s, ctx, customer, code) },
		Count: func(ctx context.Context, _ Result) (int, error) {
			return r.int(ctx, "select count(*) - 1 from grants where customer = $1", customer)
		},
	}
}
