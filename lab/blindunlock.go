package main

import (
	"context"
	"time"

	"github.com/locklint/locklint/lab/parcel"
)

// blindUnlock has the first holder come to its release when its lease has ended and the second is at the printer; the second
// stays there for a while, so that a third could come.
func blindUnlock() []Experiment {
	const second, third = 2, 3
	stalls := func(at string) Hold {
		return Hold{At: at, Nth: 1, Until: "before http POST /label", Count: second, Patience: 15 * time.Second}
	}
	holds := []Hold{
		stalls("before redis del lock:"), stalls("before redis evalsha"),
		{At: "before http POST /label", Nth: second, Count: third, Patience: notLong},
	}
	var all []Experiment
	for _, x := range []struct {
		category       string
		faulty, mended labelling
	}{
		{"plain-delete", (*parcel.Service).Label, (*parcel.Service).LabelFixed},
		{"check-then-delete", (*parcel.Service).Relabel, (*parcel.Service).RelabelFixed},
		{"shared-token", (*parcel.Service).Weigh, (*parcel.Service).WeighFixed},
	} {
		all = append(all, experiment(Experiment{Rule: "blindunlock/" + x.category, Damage: "holders too many", Clients: 3, Holds: holds},
			x.faulty, x.mended, together))
	}
	return all
}

type labelling = func(s *parcel.Service, ctx context.Context, parcel int64) error

// together counts who is at the printer with one parcel at the same time.
func together(r *Rig, label labelling) Plan {
	const id = 9
	s := parcel.New(r.PG, r.Redis, r.Gateway)
	return Plan{
		Client: func(ctx context.Context, _ int) error { return label(s, ctx, id) },
		Count:  func(context.Context, Result) (int, error) { return r.gateway.mostAtOnce() - 1, nil },
	}
}
