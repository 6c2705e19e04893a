package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/report"
)

// standalone analyses packages in this process.
func standalone(args []string, stdout, stderr io.Writer, rules ruleSet, watch watcher) int {
	var opts options
	cfg, err := opts.parse("", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	if opts.files && len(opts.patterns) == 0 {
		return statusClean // none of the files is in a package
	}
	if opts.fixing.wanted() {
		graph, ok := opts.listed(stderr)
		if !ok {
			return statusFailed
		}
		if over, status := opts.fix(cfg, graph, stdout, stderr); over {
			return status
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var sites census
	found, finish, err := opts.analyse(ctx, cfg, rules, watch, sites.add, stderr)
	defer finish()
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	dir, _ := os.Getwd()
	var problems []string
	for _, p := range found.Problems {
		p.Pos = report.Rel(dir, p.Pos)
		problems = append(problems, p.String())
	}
	if len(opts.patterns) > 0 {
		if hint := misspelt(opts.patterns[0], problems); hint != "" {
			problems = append(problems, hint)
		}
	}
	status := opts.finish(stdout, stderr, outcome{finding.Sort(found.Findings), problems, sourcesOf(found.Roots)}, rules(engine.New(cfg)))
	sites.print(stderr, dir, opts.unknown)
	return status
}

// analyse runs the rules over each part, with the configuration of its module: cfg is that of the first. finish is to be called when the
// findings are printed.
func (o *options) analyse(ctx context.Context, cfg config.Config, rules ruleSet, watch watcher, noted func(note []byte), stderr io.Writer) (all driver.Result, finish func(), err error) {
	var ends []func()
	finish = func() {
		for _, end := range ends {
			end()
		}
	}
	for i := range o.parts {
		if i > 0 {
			if cfg, err = o.enterPart(i); err != nil {
				return all, finish, err
			}
		}
		run, end, err := o.driving(cfg, engine.New(cfg), rules, stderr)
		if err != nil {
			return all, finish, err
		}
		ends = append(ends, end)
		run.Noted = noted
		result, err := watch.drive(ctx, run, o.patterns...)
		if err != nil {
			return all, finish, err
		}
		all.Findings = append(all.Findings, result.Findings...)
		all.Problems = append(all.Problems, result.Problems...)
		all.Roots = append(all.Roots, result.Roots...)
	}
	return all, finish, nil
}
