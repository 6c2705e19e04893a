package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

func isConfigMistake(f finding.Record) bool { return f.Rule == engine.ConfigName }

func configMistakes(findings []finding.Record) []string {
	var out []string
	for _, f := range findings {
		if isConfigMistake(f) {
			out = append(out, "configuration: "+strings.TrimSuffix(f.Message, fmt.Sprintf(" (%s/%s)", f.Rule, f.Category)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// catalogMistakes says which entries of the catalogue do not fit, where only the fixes are wanted: go vet prints nothing else
// with them. It returns the exit status.
func (o *options) catalogMistakes(cfg config.Config, stderr io.Writer) int {
	if cfg.Catalog.IsZero() {
		return statusClean
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	e := engine.New(cfg)
	run := driver.Options{Analyzers: []*analysis.Analyzer{e.Config}, Load: o.load(), LooksFor: e.LooksFor}
	result, err := driver.Run(ctx, run, o.patterns...)
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	return printMistakes(stderr, configMistakes(result.Findings))
}

// printMistakes prints what is wrong with the configuration. It returns the exit status.
func printMistakes(stderr io.Writer, mistakes []string) (status int) {
	for _, text := range mistakes {
		fmt.Fprintf(stderr, "locklint: %s\n", text)
		status = statusFailed
	}
	return status
}
