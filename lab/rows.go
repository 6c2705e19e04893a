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

// row runs both functions of e and judges what came of it.
func (l *Lab) row(ctx context.Context, e Experiment, said findings) row {
	r := row{Experiment: e, flagged: flagged(said.says(e.Faulty.Where, e.Rule), len(said[e.Mended.Where]) > 0)}
	var failed [2]error
	r.faulty, failed[0] = l.run(ctx, e, e.Faulty)
	r.mended, failed[1] = l.run(ctx, e, e.Mended)
	if r.err = errors.Join(failed[:]...); r.err == nil {
		r.err = r.judge()
	}
	if r.err != nil {
		r.err = fmt.Errorf("%s: %w", e.Rule, r.err)
	}
	return r
}

// judge says what is not as it should be: damage by the faulty function, none by the mended one, which must serve all whom it
// can, and a finding in the faulty one alone.
func (r row) judge() error {
	var errs []error
	if r.faulty.Damage <= 0 {
		errs = append(errs, fmt.Errorf("%s did no damage: %+v", r.Faulty.Func, r.faulty))
	}
	if r.mended.Damage != 0 {
		errs = append(errs, fmt.Errorf("%s did damage: %+v", r.Mended.Func, r.mended))
	}
	if want := r.serves(); r.mended.Served != want {
		errs = append(errs, fmt.Errorf("%s served %d, not %d: %+v", r.Mended.Func, r.mended.Served, want, r.mended))
	}
	if r.flagged != "faulty" {
		errs = append(errs, fmt.Errorf("locklint flags: %s", r.flagged))
	}
	return errors.Join(errs...)
}

// flagged says which of the two functions locklint flags: the faulty one for the rule, the mended one for anything.
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
