package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/locklint/locklint/internal/engine"
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
	run, finish, err := opts.driving(cfg, engine.New(cfg), rules, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	defer finish()
	var sites census
	run.Noted = sites.add
	result, err := watch.drive(ctx, run, opts.patterns...)
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	dir, _ := os.Getwd()
	var problems []string
	for _, p := range result.Problems {
		p.Pos = report.Rel(dir, p.Pos)
		problems = append(problems, p.String())
	}
	if len(opts.patterns) > 0 {
		if hint := misspelt(opts.patterns[0], problems); hint != "" {
			problems = append(problems, hint)
		}
	}
	status := opts.finish(stdout, stderr, outcome{result.Findings, problems, sourcesOf(result.Roots)}, run.Analyzers)
	sites.print(stderr, dir, opts.unknown)
	return status
}
