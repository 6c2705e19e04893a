package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// errOutside: what is wrong was printed already.
var errOutside = errors.New("go vet would follow it: nothing is done")

// listed asks which files the packages have, before go vet is let loose on them: it follows symbolic links out of the module, and
// with -fix it writes through them.
func (o *options) listed(stderr io.Writer) (*load.Graph, error) {
	graph, err := load.Files(context.Background(), o.load(), o.patterns...)
	if err != nil {
		return nil, err
	}
	if len(graph.Outside) == 0 {
		return graph, nil
	}
	dir, _ := os.Getwd()
	for _, p := range graph.Outside {
		p.Pos = report.Rel(dir, p.Pos)
		fmt.Fprintf(stderr, "locklint: %s\n", p)
	}
	return nil, errOutside
}

// sourcesOf are the files that lines may be shown of.
func sourcesOf(packages []*load.Package) *report.Sources {
	sources := new(report.Sources)
	for _, p := range packages {
		sources.Add(p.Dir, p.Files)
	}
	return sources
}
