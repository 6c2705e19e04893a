package main

import (
	"context"
	"fmt"
	"os"

	"github.com/locklint/locklint/internal/collector"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/load"
)

// loadMode is the argument by which the bench calls itself to measure what loading alone takes.
const loadMode = "load-alone"

// loadAlone does what locklint does, less the analysis: all types from source, the bodies of the functions of the
// packages that the patterns name included.
func loadAlone(patterns []string) int {
	defer collector.Ease().Over() // as locklint does
	result, err := driver.Run(context.Background(), driver.Options{Load: load.Config{Tests: true}}, patterns...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	for _, p := range result.Problems {
		fmt.Fprintln(os.Stderr, p)
	}
	return 0
}
