package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
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
	var sites census
	result, err := driver.Run(ctx, driver.Options{
		Analyzers:  rules(e),
		Load:       opts.load(),
		WantsFacts: e.WantsFacts,
		Visit:      sites.visit(e),
	}, opts.patterns...)
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	status := printFindings(stdout, stderr, opts.json, result.Findings)
	dir, _ := os.Getwd()
	for _, p := range result.Problems {
		p.Pos = report.Rel(dir, p.Pos)
		fmt.Fprintf(stderr, "locklint: %v\n", p)
		status = statusFailed
	}
	sites.print(stderr, dir, opts.unknown)
	return status
}

// printFindings prints in the wanted format and returns the exit status that follows. That an entry of the
// catalogue is wrong comes as a finding in each package that imports what it speaks of; as text it is one error.
func printFindings(stdout, stderr io.Writer, asJSON bool, findings []finding.Record) int {
	mistakes := configMistakes(findings)
	var err error
	if asJSON {
		err = report.JSON(stdout, findings)
	} else {
		dir, _ := os.Getwd() // without it the names stay absolute
		findings = slices.DeleteFunc(slices.Clone(findings), isConfigMistake)
		err = report.Text(stdout, dir, findings)
	}
	for _, m := range mistakes {
		fmt.Fprintf(stderr, "locklint: configuration: %s\n", m)
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	case len(mistakes) > 0:
		return statusFailed
	case len(findings) > 0:
		return statusFindings
	}
	return statusClean
}

func isConfigMistake(f finding.Record) bool { return f.Rule == engine.ConfigName }

func configMistakes(findings []finding.Record) []string {
	var out []string
	for _, f := range findings {
		if isConfigMistake(f) {
			out = append(out, strings.TrimSuffix(f.Message, fmt.Sprintf(" (%s/%s)", f.Rule, f.Category)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
