// Package driver runs analyzers over the packages that patterns name and over the dependencies
// whose facts they need: one sweep over the import graph, each package typed, analysed and dropped.
//
// go/analysis/checker would do the same on packages typed by internal/load, but it copies all
// inherited facts at each step and keeps the syntax and the results of everything until the end.
package driver

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/load"
)

// Options say what to run and how.
type Options struct {
	Analyzers []*analysis.Analyzer
	Load      load.Config

	// WantsFacts tells whether a package outside of the main module is worth being analysed for its
	// facts; nil: none is. The standard library never is.
	WantsFacts func(pkgPath string, imports []string) bool

	// Visit, if set, gets what the analyzers returned for each package whose findings are wanted. It
	// is called for one package at a time, in no certain order.
	Visit func(pkg *load.Package, pass *Results)

	Parallel int // how many packages at a time, 0 for as many as there are processors
}

// A Result is what a run found.
type Result struct {
	Findings []finding.Record // sorted
	Problems []load.Problem   // sorted; not empty: the findings may not be all
	Packages int              // whose findings were wanted
	Analysed int              // packages that analyzers ran on
	Typed    int              // all packages
}

// Run analyses the packages that the patterns name. An error means that nothing could be done.
func Run(ctx context.Context, opts Options, patterns ...string) (*Result, error) {
	if err := analysis.Validate(opts.Analyzers); err != nil {
		return nil, err
	}
	graph, err := load.List(ctx, opts.Load, patterns...)
	if err != nil {
		return nil, err
	}
	s := newSweep(opts, graph)
	if s.result.Packages == 0 && len(graph.Problems) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	s.run(ctx)
	s.result.Problems = append(s.result.Problems, graph.Problems...)
	slices.SortStableFunc(s.result.Problems, func(a, b load.Problem) int { return strings.Compare(a.String(), b.String()) })
	s.result.Problems = slices.Compact(s.result.Problems)
	s.result.Findings = finding.Sort(s.result.Findings)
	return s.result, ctx.Err()
}

// A node is a package in the sweep.
type node struct {
	pkg       *load.Package
	waits     int     // dependencies that are not done yet
	importers []*node // who waits for this one
	mode      mode
	unit      *load.Unit
}

// A mode is what is done to a package.
type mode uint8

const (
	typesOnly   mode = iota
	borrowFacts      // take the facts of the plain package
	factsOnly        // run the analyzers that have facts
	full             // run all and keep the findings
)

// A sweep is one run over the graph.
type sweep struct {
	opts   Options
	fset   *token.FileSet
	graph  *load.Graph
	nodes  map[*load.Package]*node
	facts  *factStore
	byFact []*analysis.Analyzer // the analyzers with facts, among all required ones

	mu     sync.Mutex // guards result, the waits of the nodes, and Visit
	result *Result
}

func newSweep(opts Options, graph *load.Graph) *sweep {
	s := &sweep{
		opts:   opts,
		fset:   token.NewFileSet(),
		graph:  graph,
		nodes:  make(map[*load.Package]*node, len(graph.Packages)),
		facts:  newFactStore(),
		byFact: withFacts(opts.Analyzers),
		result: &Result{Typed: len(graph.Packages)},
	}
	for _, p := range graph.Packages { // dependencies come first
		n := &node{pkg: p}
		s.nodes[p] = n
		n.mode = s.choose(p)
		if n.mode >= factsOnly {
			s.result.Analysed++
		}
		if p.Root {
			s.result.Packages++
		}
		after := p.Deps
		if n.mode == borrowFacts {
			after = append(slices.Clip(after), p.Plain)
		}
		for _, dep := range after {
			s.nodes[dep].importers = append(s.nodes[dep].importers, n)
			n.waits++
		}
	}
	return s
}

// choose decides what is done to a package.
func (s *sweep) choose(p *load.Package) mode {
	switch {
	case p.Root:
		return full
	case p.Standard || len(s.byFact) == 0:
		return typesOnly
	case p.Plain != nil && s.nodes[p.Plain].mode == factsOnly, p.Plain != nil && s.nodes[p.Plain].mode == full:
		return borrowFacts
	case p.Main:
		return factsOnly
	}
	if s.opts.WantsFacts == nil {
		return typesOnly
	}
	imports := make([]string, 0, len(p.Deps))
	for _, dep := range p.Deps {
		imports = append(imports, dep.Path)
	}
	if s.opts.WantsFacts(p.Path, imports) {
		return factsOnly
	}
	return typesOnly
}

// run works on every package as soon as its dependencies are done.
func (s *sweep) run(ctx context.Context) {
	ready := make(chan *node, len(s.nodes))
	left := len(s.nodes)
	for _, p := range s.graph.Packages {
		if n := s.nodes[p]; n.waits == 0 {
			ready <- n
		}
	}
	if left == 0 {
		return
	}
	var wg sync.WaitGroup
	for range s.workers() {
		wg.Go(func() {
			for n := range ready {
				if ctx.Err() == nil {
					s.process(n)
				}
				s.mu.Lock()
				for _, importer := range n.importers {
					if importer.waits--; importer.waits == 0 {
						ready <- importer // never blocks: every node is sent once
					}
				}
				if left--; left == 0 {
					close(ready)
				}
				s.mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func (s *sweep) workers() int {
	if s.opts.Parallel > 0 {
		return s.opts.Parallel
	}
	return runtime.GOMAXPROCS(0)
}

// process types and analyses one package. Only the types and the facts outlive it.
func (s *sweep) process(n *node) {
	defer func() {
		if e := recover(); e != nil {
			s.problem(n.pkg, fmt.Sprintf("internal error: loading: %s", describePanic(e)))
			if n.unit == nil {
				n.unit = new(load.Unit)
			}
		}
	}()
	n.unit = load.Check(s.fset, n.pkg, s.graph.Sizes, n.mode >= factsOnly, func(p *load.Package) *types.Package {
		return s.nodes[p].unit.Types
	})
	s.mu.Lock()
	s.result.Problems = append(s.result.Problems, n.unit.Problems...)
	s.mu.Unlock()
	switch {
	case n.unit.Broken || n.unit.Types == nil:
		// Nothing is known about it; unknown means silent.
	case n.mode == borrowFacts:
		s.facts.transfer(s.nodes[n.pkg.Plain].unit.Types, n.unit.Types)
	case n.mode == factsOnly:
		s.analyse(n, s.byFact)
	case n.mode == full:
		s.analyse(n, s.opts.Analyzers)
	}
	n.unit = &load.Unit{Types: n.unit.Types}
}

// analyse runs the analyzers on a package and keeps what they report.
func (s *sweep) analyse(n *node, analyzers []*analysis.Analyzer) {
	r := newRunner(s, n)
	for _, a := range analyzers {
		r.run(a)
	}
	s.facts.publish(n.unit.Types, r.local)
	var records []finding.Record
	for _, a := range analyzers {
		act := r.actions[a]
		if act.err != nil {
			if !errors.Is(act.err, errPrerequisite) {
				s.problem(n.pkg, fmt.Sprintf("internal error: analyzer %s: %v", a.Name, act.err))
			}
			continue
		}
		for _, d := range act.diagnostics {
			records = append(records, finding.Resolve(s.fset, n.unit.Files, n.pkg.Path, a.Name, d))
		}
	}
	for _, a := range r.failed {
		if !slices.Contains(analyzers, a) {
			s.problem(n.pkg, fmt.Sprintf("internal error: analyzer %s: %v", a.Name, r.actions[a].err))
		}
	}
	if n.mode != full {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.result.Findings = append(s.result.Findings, records...)
	if s.opts.Visit != nil {
		s.opts.Visit(n.pkg, &Results{Fset: s.fset, Pkg: n.unit.Types, Files: n.unit.Files, runner: r})
	}
}

func (s *sweep) problem(p *load.Package, msg string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.result.Problems = append(s.result.Problems, load.Problem{Package: p.Path, Msg: msg})
}

// withFacts returns, of the analyzers and all they require, those that have facts.
func withFacts(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var found []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			visit(a.Requires)
			if len(a.FactTypes) > 0 {
				found = append(found, a)
			}
		}
	}
	visit(analyzers)
	return found
}
