package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// listed asks which files the packages have, before go vet is let loose on them: it follows symbolic links out of the module, and
// with -fix it writes through them. What is wrong is printed.
func (o *options) listed(stderr io.Writer) (graph *load.Graph, ok bool) {
	graph, err := load.Files(context.Background(), o.load(), o.patterns...)
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return nil, false
	}
	if len(graph.Outside) == 0 {
		return graph, true
	}
	dir, _ := os.Getwd()
	for _, p := range graph.Outside {
		p.Pos = report.Rel(dir, p.Pos)
		fmt.Fprintf(stderr, "locklint: %s\n", p)
	}
	fmt.Fprintln(stderr, "locklint: go vet would follow it: nothing is done")
	return nil, false
}

// sourcesOf are the files that lines may be shown of.
func sourcesOf(packages []*load.Package) *report.Sources {
	sources := new(report.Sources)
	for _, p := range packages {
		sources.Add(p.Dir, p.Files)
	}
	return sources
}
