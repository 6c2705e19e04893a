package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/report"
)

// standalone analyses packages in this process.
func standalone(args []string, stdout, stderr io.Writer, rules ruleSet) int {
	var opts options
	cfg, err := opts.parse("", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	if opts.files && len(opts.patterns) == 0 {
		return statusClean // none of the files is in a package
	}
	debug.SetGCPercent(200) // a short life: memory is cheaper than collecting it
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	e := engine.New(cfg)
	set := rules(e)
	var sites census
	result, err := driver.Run(ctx, driver.Options{
		Analyzers:  set,
		Load:       opts.load(),
		WantsFacts: e.WantsFacts,
		Visit:      sites.visit(e),
	}, opts.patterns...)
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
	status := opts.finish(stdout, stderr, result.Findings, problems, set)
	sites.print(stderr, dir, opts.unknown)
	return status
}
