package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// row is an experiment and what came of it.
type row struct {
	Experiment
	faulty, mended Outcome
	flagged        string // which of the two functions locklint flags
	err            error
}

// rows runs all experiments, parallel runs at a time. The error says which of them did not show what they should.
func (l *Lab) rows(ctx context.Context, all []Experiment, said findings, parallel int) ([]row, error) {
	rows := make([]row, len(all))
	slots := make(chan struct{}, parallel)
	var wg sync.WaitGroup
	for i, e := range all {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			rows[i] = l.row(ctx, e, said)
		})
	}
	wg.Wait()
	var errs []error
	for _, r := range rows {
		errs = append(errs, r.err)
	}
	return rows, errors.Join(errs...)
}

func (l *Lab) row(ctx context.Context, e Experiment, said findings) row {
	r := row{Experiment: e, flagged: flagged(said.says(e.Faulty.Where, e.Rule), len(said[e.Mended.Where]) > 0)}
	var errs []error
	note := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s", e.Rule, fmt.Sprintf(format, args...)))
	}
	var err error
	if r.faulty, err = l.run(ctx, e, e.Faulty); err != nil {
		note("%s: %v", e.Faulty.Func, err)
	} else if r.faulty.Damage <= 0 {
		note("%s did no damage: %+v", e.Faulty.Func, r.faulty)
	}
	if r.mended, err = l.run(ctx, e, e.Mended); err != nil {
		note("%s: %v", e.Mended.Func, err)
	} else if r.mended.Damage != 0 {
		note("%s did damage: %+v", e.Mended.Func, r.mended)
	} else if r.mended.Served == 0 {
		note("%s served nobody: %+v", e.Mended.Func, r.mended)
	}
	if r.flagged != "faulty" {
		note("locklint flags: %s", r.flagged)
	}
	r.err = errors.Join(errs...)
	return r
}

func flagged(faulty, mended bool) string {
	switch {
	case faulty && mended:
		return "both"
	case faulty:
		return "faulty"
	case mended:
		return "mended"
	}
	return "none"
}
