package main

import (
	"context"

	"github.com/locklint/locklint/lab/lock"
	"github.com/locklint/locklint/lab/stock"
)

// staleRead lets who has read the stock wait until others have.
func staleRead() []Experiment {
	holds := []Hold{{At: "after sql select qty", Count: 6}}
	return []Experiment{
		experiment(Experiment{Rule: "staleread/decision", Damage: "pieces oversold", Clients: 6, Serves: 1, Holds: holds},
			(*stock.Service).Claim, (*stock.Service).ClaimFixed, sellOut),
		experiment(Experiment{Rule: "staleread/value", Damage: "pieces lost", Clients: 6, Holds: holds},
			(*stock.Service).Receive, (*stock.Service).ReceiveFixed, receive),
	}
}

// receive lets each client bring 10 pieces.
func receive(r *Rig, bring func(s *stock.Service, ctx context.Context, item int64, n int) error) Plan {
	const item, n = 7, 10
	s := stock.New(r.DB, lock.New(r.Redis))
	return Plan{
		Setup:  func(ctx context.Context) error { return r.exec(ctx, "insert into stock values ($1, 0)", item) },
		Client: func(ctx context.Context, _ int) error { return bring(s, ctx, item, n) },
		Count: func(ctx context.Context, res Result) (int, error) {
			qty, err := r.int(ctx, "select qty from stock where item = $1", item)
			return n*res.Served - qty, err
		},
	}
}
