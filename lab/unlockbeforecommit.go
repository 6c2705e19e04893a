package main

import (
	"context"

	"github.com/locklint/locklint/lab/lock"
	"github.com/locklint/locklint/lab/stock"
)

// unlockBeforeCommit sells the only piece. The commit waits until the next holder has read the stock.
func unlockBeforeCommit() []Experiment {
	var all []Experiment
	for _, x := range []struct {
		category       string
		faulty, mended sale
	}{
		{"order", (*stock.Service).Sell, (*stock.Service).SellFixed},
		{"defer-order", (*stock.Service).Reserve, (*stock.Service).ReserveFixed},
		{"closure", (*stock.Service).Pick, (*stock.Service).PickFixed},
		{"caller", (*stock.Service).Book, (*stock.Service).BookFixed},
		{"session", (*stock.Service).Withdraw, (*stock.Service).WithdrawFixed},
		{"callee", (*stock.Service).Ship, (*stock.Service).ShipFixed},
	} {
		all = append(all, experiment(Experiment{
			Rule: "unlockbeforecommit/" + x.category, Damage: "pieces oversold", Clients: 6, Serves: 1,
			Holds: []Hold{{At: "before sql commit", Until: "after sql select qty", Count: 2}},
		}, x.faulty, x.mended, sellOut))
	}
	callee := &all[len(all)-1]
	callee.Faulty.Where, callee.Mended.Where = funcName((*stock.Service).Deduct), funcName((*stock.Service).DeductFixed)
	return all
}

type sale = func(s *stock.Service, ctx context.Context, item int64) error

// sellOut lets all clients buy the only piece.
func sellOut(r *Rig, buy sale) Plan {
	const item = 7
	s := stock.New(r.DB, lock.New(r.Redis))
	return Plan{
		Setup:    func(ctx context.Context) error { return r.exec(ctx, "insert into stock values ($1, 1)", item) },
		Client:   func(ctx context.Context, _ int) error { return buy(s, ctx, item) },
		Refusals: []error{stock.ErrSoldOut},
		Count: func(ctx context.Context, _ Result) (int, error) {
			return r.int(ctx, "select count(*) - 1 from sales where item = $1", item)
		},
	}
}
