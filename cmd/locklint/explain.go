package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/lazy"
	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// errNoPlace is what is wrong with an argument that is neither a line nor a function.
var errNoPlace = errors.New("want FILE.go:LINE, or a function: package.Func, package.Type.Method")

// explain says what is believed of a line or a function: locklint explain FILE:LINE, or
// locklint explain pkg.Type.Method.
func explain(args []string, stdout, stderr io.Writer, rules ruleSet, watch watcher) int {
	var opts options
	cfg, err := opts.parse("explain", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	if len(opts.patterns) == 0 {
		fmt.Fprintf(stderr, "locklint explain: %v\n", errNoPlace)
		return statusFailed
	}
	return opts.outputs.redirect(stdout, stderr, func(w io.Writer) int { return explainAll(opts, cfg, report.Harmless(w), stderr, rules, watch) })
}

func explainAll(opts options, cfg config.Config, stdout, stderr io.Writer, rules ruleSet, watch watcher) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, _ := os.Getwd()
	mistakes := map[string]bool{}
	for i, arg := range opts.patterns {
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		var out bytes.Buffer // nothing may get into the line that says how far the run has come
		x := explainer{ctx: ctx, dir: dir, stdout: &out, e: engine.New(cfg), watch: watch, mistakes: mistakes}
		var finish func()
		var err error
		x.driving, finish, err = opts.driving(cfg, x.e, rules, stderr)
		if err != nil {
			fmt.Fprintf(stderr, "locklint: %v\n", err)
			return statusFailed
		}
		switch m := fileLine().FindStringSubmatch(arg); {
		case m != nil:
			line, _ := strconv.Atoi(m[2])
			err = x.line(m[1], line)
		case strings.Contains(arg, ":"):
			err = errNoPlace
		default:
			err = x.function(arg)
		}
		finish()
		stdout.Write(out.Bytes())
		if err != nil {
			printMistakes(stderr, slices.Sorted(maps.Keys(mistakes)))
			fmt.Fprintf(stderr, "locklint: %s: %v\n", arg, err)
			return statusFailed
		}
	}
	return printMistakes(stderr, slices.Sorted(maps.Keys(mistakes)))
}

// fileLine matches file.go:12 and file.go:12:3, as findings write it.
var fileLine = lazy.Regexp(`^(.+\.go):0*([1-9]\d*)(:\d+)?:?$`)

// An explainer answers one question.
type explainer struct {
	ctx     context.Context
	dir     string
	stdout  io.Writer
	e       *engine.Engine
	driving driver.Options
	watch   watcher

	mistakes map[string]bool // of the configuration, as far as they were met
}

func (x explainer) run(visit func(*load.Package, *driver.Results, *effects.Result), patterns ...string) (*driver.Result, error) {
	run := x.driving
	run.Visit = func(pkg *load.Package, pass *driver.Results) {
		if result, ok := pass.Of(x.e.Effects).(*effects.Result); ok {
			visit(pkg, pass, result)
		}
	}
	result, err := x.watch.drive(x.ctx, run, patterns...)
	if err != nil {
		return nil, err
	}
	for _, text := range configMistakes(result.Findings) {
		x.mistakes[text] = true
	}
	result.Findings = slices.DeleteFunc(result.Findings, isConfigMistake)
	return result, nil
}

// line explains a line of a file.
func (x explainer) line(file string, line int) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	want, err := os.Stat(file)
	if err != nil {
		return err
	}
	found, why := false, ""
	var silences []analyzers.Silence
	var calls []effects.Call
	var wrong error
	result, err := x.run(func(_ *load.Package, pass *driver.Results, result *effects.Result) {
		name := sameFile(pass, want)
		if name == "" || found {
			return
		}
		found = true
		if last := lastLine(pass, name); line > last {
			wrong = fmt.Errorf("the file ends with line %d", last)
			return
		}
		var ok bool
		if why, ok = result.Followed(); !ok {
			return
		}
		points := result.At(name, line)
		for _, p := range points {
			calls = append(calls, p.Calls...)
		}
		if len(points) == 0 {
			why = "there is no code on this line"
		}
		silences = analyzers.Silences(result, func(pos token.Pos) bool { return result.OnLine(pos, name, line) })
		printer := report.Explainer{Dir: x.dir, Fset: pass.Fset, File: name}
		wrong = printer.Line(x.stdout, line, points)
	}, filepath.Dir(file))
	err = cmp.Or(err, wrong)
	switch {
	case err != nil:
		return err
	case !found:
		return notFound(result, "no package has this file, or not with these build tags")
	case why != "":
		fmt.Fprintf(x.stdout, "%s:%d\n\t%s\n", report.Rel(x.dir, file), line, why)
		return nil
	}
	x.verdicts(result.Findings, want, line, silences, calls)
	return nil
}

// verdicts prints what the rules report on the line, or why they do not.
func (x explainer) verdicts(findings []finding.Record, file os.FileInfo, line int, silences []analyzers.Silence, calls []effects.Call) {
	reported := map[string]bool{}
	for _, f := range findings {
		if info, err := os.Stat(f.Pos.Filename); err == nil && os.SameFile(info, file) && f.Pos.Line == line {
			reported[f.Rule] = true
			fmt.Fprintf(x.stdout, "\n\t%s reports: %s\n", f.Rule, f.Message)
		}
	}
	for _, s := range silences {
		if reported[s.Rule] {
			continue
		}
		for _, text := range reasons(s, calls) {
			fmt.Fprintf(x.stdout, "\n\t%s is silent: %s\n", s.Rule, text)
		}
	}
}

// reasons are why a rule reports nothing about the calls of a line.
func reasons(s analyzers.Silence, calls []effects.Call) []string {
	switch {
	case s.Finds:
		return []string{"it has a finding here, but a directive covers it, or the file is generated"}
	case len(s.Reasons) > 0 || !s.Release:
		return s.Reasons
	}
	for _, c := range calls {
		switch {
		case c.Released:
			return []string{"no path from here comes to an end that is followed"}
		case c.Releases:
			return []string{"it is not known which lock is released here"}
		}
	}
	return nil
}

// sameFile is the name under which the package has the file, or "".
func sameFile(pass *driver.Results, want os.FileInfo) string {
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename
		if info, err := os.Stat(name); err == nil && os.SameFile(info, want) {
			return name
		}
	}
	return ""
}

// lastLine is the number of the last line of a file. Of one that a tool wrote from another it is not known.
func lastLine(pass *driver.Results, name string) int {
	for _, f := range pass.Files {
		if file := pass.Fset.File(f.Package); file.Name() == name {
			return file.LineCount()
		}
	}
	return math.MaxInt
}

// notFound says why nothing was found: what could not be loaded comes first.
func notFound(result *driver.Result, otherwise string) error {
	if len(result.Problems) > 0 {
		return errors.New(result.Problems[0].String())
	}
	return errors.New(otherwise)
}

// function explains functions by their name: path/pkg.Func, ./pkg.Type.Method, pkg.(*Type).Method; a
// package without a slash is looked for below the directory.
func (x explainer) function(arg string) error {
	if strings.HasSuffix(arg, ".go") {
		return errors.New("which line? Write it behind the name, as in " + arg + ":12")
	}
	slash := strings.LastIndexByte(arg, '/')
	pkg, name, ok := strings.Cut(arg[slash+1:], ".")
	if !ok || name == "" || pkg == "" {
		return errNoPlace
	}
	path := arg[:slash+1] + pkg
	pattern := path
	if slash < 0 {
		pattern = "./..."
	}
	found := map[string]string{} // by package
	result, err := x.run(func(p *load.Package, pass *driver.Results, result *effects.Result) {
		if slash < 0 && p.Path != path && p.Name != path && !strings.HasSuffix(p.Path, "/"+path) {
			return
		}
		if sums := result.Explain(name); len(sums) > 0 {
			var out strings.Builder
			printer := report.Explainer{Dir: x.dir, Fset: pass.Fset}
			printer.Functions(&out, sums)
			found[p.ID] = out.String()
		}
	}, pattern)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return notFound(result, "there is no such function in the packages that do something to locks or stores; a method is written pkg.Type.Method")
	}
	for i, id := range slices.Sorted(maps.Keys(found)) {
		if i > 0 {
			fmt.Fprintln(x.stdout)
		}
		fmt.Fprint(x.stdout, found[id])
	}
	return nil
}
