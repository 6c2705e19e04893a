// Package driver runs analyzers over the packages that patterns name and over the dependencies
// whose facts they need: one sweep over the import graph, each package typed, analysed and dropped, or
// taken from the cache of an earlier run.
//
// go/analysis/checker would do the same on packages typed by internal/load, but it copies all
// inherited facts at each step and keeps the syntax and the results of everything until the end.
package driver

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
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

	// LooksFor tells whether analyzers look for the types of a package among what other packages import; nil: for none.
	// A library that is neither looked for nor named outside of bodies by those that import it is not typed.
	LooksFor func(pkgPath string) bool

	// Visit, if set, gets what the analyzers returned for each package whose findings are wanted. It
	// is called for one package at a time, in no certain order. These packages are then analysed even if
	// the cache has their findings.
	Visit func(pkg *load.Package, pass *Results)

	// Note, if set, makes of what the analyzers returned for such a package something that is to be kept
	// with its findings; it may be called for several packages at a time. Noted gets it, also where it comes
	// from the cache, for one package at a time, in no certain order.
	Note  func(pass *Results) []byte
	Noted func(note []byte)

	Cache *cache.Store // nil: nothing is kept
	Salt  string       // what else the findings depend on: the program and its configuration

	// Sized, if set, hears before anything is typed how many packages have facts or findings.
	Sized func(counted int)

	// Progress, if set, hears of each package whose turn it is, and how many of those that have to be
	// analysed are done. It is called for one package at a time.
	Progress func(done, all int, pkgPath string)

	Parallel int // how many packages at a time, 0 for as many as there are processors
}

// A Result is what a run found.
type Result struct {
	Findings []finding.Record // sorted
	Problems []load.Problem   // sorted; not empty: the findings may not be all
	Roots    []*load.Package  // whose findings were wanted
	Analysed []string         // IDs of the packages that analyzers ran on, sorted
	Cached   []string         // and of those that came from the cache
	Typed    int              // packages that were type-checked
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
	return analyse(ctx, opts, graph, patterns)
}

// analyse is Run behind the go command.
func analyse(ctx context.Context, opts Options, graph *load.Graph, patterns []string) (*Result, error) {
	s := newSweep(opts, graph)
	if len(s.result.Roots) == 0 && len(graph.Problems) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	if opts.Sized != nil {
		opts.Sized(s.toAnalyse)
	}
	s.run(ctx)
	s.result.Problems = append(s.result.Problems, graph.Problems...)
	slices.SortStableFunc(s.result.Problems, func(a, b load.Problem) int { return strings.Compare(a.String(), b.String()) })
	s.result.Problems = slices.Compact(s.result.Problems)
	s.result.Findings = finding.Sort(s.result.Findings)
	slices.Sort(s.result.Analysed)
	slices.Sort(s.result.Cached)
	return s.result, ctx.Err()
}

// check types a package. If it is not in the cache it is analysed too: only the types and the facts outlive it.
func (s *sweep) check(n *node) {
	defer func() {
		if e := recover(); e != nil {
			s.problem(n, fmt.Sprintf("internal error: loading: %s", describePanic(e)))
			s.stale.Store(true) // what importers see of it is unknown
			if n.unit == nil {
				n.unit = new(load.Unit)
			}
		}
	}()
	switch {
	case n.missed:
		n.unit = s.checker.Check(n.pkg)
	case n.outline != nil:
		n.unit, n.outline = s.checker.Types(n.outline), nil
	default:
		n.unit = s.checker.Types(s.checker.Outline(n.pkg))
	}
	known := !n.unit.Broken && n.unit.Types != nil // otherwise nothing is known of it, and unknown means silent
	switch {
	case !n.missed && known:
		s.facts.install(n.unit.Types, n.facts)
	case n.missed:
		e := &entry{Problems: n.unit.Problems}
		if known {
			s.analyse(n, e)
		} else {
			s.analyseRest(n, e)
		}
		s.declare(n, e)
		s.keep(n, e)
		s.take(n, e)
	}
	n.sources = nil
	if len(n.importers) > 0 {
		s.slim(n)
	}
}

// outlineOf reads what the types of a package come from.
func (s *sweep) outlineOf(n *node) (o *load.Outline) {
	defer func() {
		if e := recover(); e != nil {
			s.problem(n, fmt.Sprintf("internal error: loading: %s", describePanic(e)))
			s.stale.Store(true)
			o = new(load.Outline)
		}
	}()
	return s.checker.Outline(n.pkg)
}

// analyseRest analyses a package of which only the tests do not compile without them. Who imports it is such a test, and learns nothing.
func (s *sweep) analyseRest(n *node, e *entry) {
	rest := n.pkg.WithoutTests()
	if rest == nil {
		return
	}
	if unit := s.checker.Check(rest); !unit.Broken && unit.Types != nil {
		broken := n.unit
		n.unit = unit
		s.analyse(n, e)
		n.unit, e.Facts = broken, nil
	}
}

// slim leaves of a package what its importers need: its declarations and its facts.
func (s *sweep) slim(n *node) {
	whole := n.unit
	n.unit = &load.Unit{Types: whole.Types}
	if whole.Files != nil && !whole.Broken && whole.Types != nil && len(s.opts.Analyzers) > 0 { // it was analysed
		n.unit.Types = s.checker.Declared(n.pkg, whole)
		s.facts.install(n.unit.Types, n.facts)
	}
}

// analyse runs the analyzers on a package and notes what they report.
func (s *sweep) analyse(n *node, e *entry) {
	analyzers := s.opts.Analyzers
	if n.mode == factsOnly {
		analyzers = s.byFact
	}
	r := newRunner(s, n)
	for _, a := range analyzers {
		r.run(a)
	}
	facts, err := s.facts.kept(r.local)
	if err != nil {
		s.problem(n, fmt.Sprintf("internal error: %v", err))
	}
	e.Facts = facts
	for _, a := range analyzers {
		act := r.actions[a]
		if act.err != nil {
			if !errors.Is(act.err, errPrerequisite) {
				s.problem(n, fmt.Sprintf("internal error: analyzer %s: %v", a.Name, act.err))
			}
			continue
		}
		if n.mode != full {
			continue
		}
		for _, d := range act.diagnostics {
			e.Findings = append(e.Findings, finding.Resolve(s.checker.Fset, n.unit.Files, n.pkg.Path, a.Name, d))
		}
	}
	for _, a := range r.failed {
		if !slices.Contains(analyzers, a) {
			s.problem(n, fmt.Sprintf("internal error: analyzer %s: %v", a.Name, r.actions[a].err))
		}
	}
	if n.mode == full {
		s.visit(n, e, &Results{Fset: s.checker.Fset, Pkg: n.unit.Types, Files: n.unit.Files, runner: r})
	}
}

// visit shows the caller what the analyzers returned.
func (s *sweep) visit(n *node, e *entry, results *Results) {
	if s.opts.Note != nil {
		e.Note = s.opts.Note(results)
	}
	if s.opts.Visit != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.opts.Visit(n.pkg, results)
	}
}

// take adds what is known of a package to the result.
func (s *sweep) take(n *node, e *entry) {
	n.facts = e.Facts
	s.setOutside(n, e)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.result.Findings = append(s.result.Findings, e.Findings...)
	s.result.Problems = append(s.result.Problems, e.Problems...)
	if e.Note != nil && s.opts.Noted != nil {
		s.opts.Noted(e.Note)
	}
	if n.missed {
		s.result.Analysed = append(s.result.Analysed, n.pkg.ID)
	} else {
		s.result.Cached = append(s.result.Cached, n.pkg.ID)
	}
}

// problem notes a mistake of ours. What is known of the package is not kept.
func (s *sweep) problem(n *node, msg string) {
	n.failed = true
	s.mu.Lock()
	defer s.mu.Unlock()
	s.result.Problems = append(s.result.Problems, load.Problem{Package: n.pkg.Path, Msg: msg})
}

func (s *sweep) workers() int {
	if s.opts.Parallel > 0 {
		return s.opts.Parallel
	}
	return runtime.GOMAXPROCS(0)
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
