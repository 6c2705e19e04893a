package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"

	"github.com/locklint/locklint/internal/codec"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/configfile"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/inventory/page"
	"github.com/locklint/locklint/internal/report"
	"github.com/locklint/locklint/internal/since"
)

// A listing is what the flags of the inventory say.
type listing struct {
	format string // text, json, markdown, html or svg
	diff   string // a revision
	check  bool
}

func (l *listing) register(fs *flag.FlagSet) {
	l.format = "text"
	shorthand := func(format, doc string) {
		fs.BoolFunc(format, doc, func(text string) error {
			on, err := strconv.ParseBool(text)
			if on {
				l.format = format
			}
			return err
		})
	}
	shorthand("json", "print JSON, for programs")
	shorthand("markdown", "print Markdown, for a comment of a review")
	shorthand("html", "write one page of HTML that draws each critical section as a timeline")
	shorthand("svg", "print the timelines of the sites with findings as SVG")
	fs.StringVar(&l.diff, "diff", "", "print what has changed since `revision` of git, which may be a branch")
	fs.BoolVar(&l.check, "check", false, "exit with 1 if a resource is locked by several templates, or something is not as the configuration demands under inventory")
}

// contradiction says what does not go together.
func (l *listing) contradiction() error {
	if l.diff != "" && (l.format == "html" || l.format == "svg") {
		return fmt.Errorf("-%s draws an inventory, not what has changed of one: leave out -diff", l.format)
	}
	return nil
}

// A printable is an inventory, or what has changed of one.
type printable interface {
	Text(w io.Writer) error
	JSON(w io.Writer) error
	Markdown(w io.Writer) error
}

// inventoryMode lists the lock sites of some modules.
func inventoryMode(args []string, stdout, stderr io.Writer, rules ruleSet, watch watcher) int {
	var opts options
	cfg, err := opts.parse("inventory", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	if err := opts.inventory.contradiction(); err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := inventoryRun{ctx: ctx, opts: &opts, cfg: cfg, rules: rules, stderr: stderr, watch: watch}
	return opts.outputs.redirect(stdout, stderr, func(w io.Writer) int {
		status, err := run.listAll(w)
		if err != nil {
			fmt.Fprintf(stderr, "locklint: %v\n", err)
			return statusFailed
		}
		return status
	})
}

// listAll prints the inventory, or what has changed of it, and checks it if that is wanted.
func (r inventoryRun) listAll(stdout io.Writer) (status int, err error) {
	opts := r.opts
	dir, err := os.Getwd()
	if err != nil {
		return statusFailed, err
	}
	modules := modulesOf(dir, opts.patterns)
	inv, all, err := r.of(dir, modules)
	if err != nil {
		return statusFailed, err
	}
	var out printable = inv
	if opts.inventory.diff != "" {
		before, allBefore, err := r.before(dir, modules)
		if err != nil {
			return statusFailed, err
		}
		out, all = inventory.Compare(before, inv, opts.inventory.diff), all && allBefore
	}
	if err := opts.inventory.print(stdout, out); err != nil {
		return statusFailed, err
	}
	if opts.inventory.check {
		for _, text := range inv.Unmatched(r.cfg.Inventory) {
			fmt.Fprintf(r.stderr, "locklint: %s\n", text)
		}
		for _, v := range inv.Check(r.cfg.Inventory) {
			fmt.Fprintf(r.stderr, "%s:%d:%d: %s (inventory/%s)\n", v.Pos.File, v.Pos.Line, v.Pos.Column, v.Text, v.Rule)
			status = statusFindings
		}
	}
	if !all {
		status = statusFailed
	}
	return status, nil
}

func (l *listing) print(w io.Writer, p printable) error {
	switch l.format {
	case "json":
		return p.JSON(w)
	case "markdown":
		return p.Markdown(report.Harmless(w))
	case "html", "svg":
		if inv, ok := p.(*inventory.Inventory); ok && l.format == "html" {
			return page.HTML(w, inv)
		} else if ok {
			return page.SVG(w, inv)
		}
	}
	return p.Text(report.Harmless(w))
}

// An inventoryRun makes inventories.
type inventoryRun struct {
	ctx    context.Context
	opts   *options
	cfg    config.Config
	rules  ruleSet
	stderr io.Writer
	watch  watcher
}

// of is the inventory of modules, as somebody in dir would write it. all is false where something could not be loaded.
func (r inventoryRun) of(dir string, modules []inventory.Module) (inv *inventory.Inventory, all bool, err error) {
	all = true
	var parts []inventory.Part
	for _, m := range modules {
		part, problems, err := r.module(dir, m)
		if err != nil {
			return nil, false, inModule(m, err)
		}
		for _, p := range problems {
			fmt.Fprintf(r.stderr, "locklint: %s\n", p)
			all = false
		}
		parts = append(parts, part)
	}
	return inventory.Make(dir, parts, r.cfg.Inventory), all, nil
}

// before is the inventory of the modules as they were where the working tree left the history of the revision. A module
// that was not there has no sites.
func (r inventoryRun) before(dir string, modules []inventory.Module) (inv *inventory.Inventory, all bool, err error) {
	to, err := os.MkdirTemp("", "locklint-")
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(to)
	if to, err = filepath.EvalSymlinks(to); err != nil {
		return nil, false, err
	}
	at, err := since.Checkout(dir, r.opts.inventory.diff, to)
	if err != nil {
		return nil, false, fmt.Errorf("-diff: %w", err)
	}
	var there []inventory.Module
	for _, m := range modules {
		if _, err := os.Stat(filepath.Join(at, m.Dir)); err == nil {
			there = append(there, m)
		}
	}
	r.opts.cache = cacheFlag{off: true} // what is below a directory of a new name is not there a second time
	inv, all, err = r.of(at, there)
	if err != nil {
		err = fmt.Errorf("-diff %s: %w", r.opts.inventory.diff, err)
	}
	return inv, all, err
}

func inModule(m inventory.Module, err error) error {
	if m.Dir == "." {
		return err
	}
	return fmt.Errorf("%s: %w", m.Dir, err)
}

// modulesOf tells directories of modules from patterns: each of them is looked at in a run of its own.
func modulesOf(dir string, args []string) []inventory.Module {
	var out []inventory.Module
	here := -1
	for _, arg := range args {
		if isModule(filepath.Join(dir, arg)) && filepath.Clean(arg) != "." {
			out = append(out, inventory.Module{Dir: filepath.ToSlash(filepath.Clean(arg)), Patterns: []string{"./..."}})
			continue
		}
		if filepath.Clean(arg) == "." && isModule(dir) {
			arg = "./..."
		}
		if here < 0 {
			here = len(out)
			out = append(out, inventory.Module{Dir: "."})
		}
		out[here].Patterns = append(out[here].Patterns, arg)
	}
	return out
}

func isModule(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && info.Mode().IsRegular()
}

// module looks at one module.
func (r inventoryRun) module(dir string, m inventory.Module) (part inventory.Part, problems []string, err error) {
	at := filepath.Join(dir, m.Dir)
	cfg := r.cfg
	if r.opts.config == "" && m.Dir != "." {
		if cfg, err = configOf(at); err != nil {
			return part, nil, err
		}
		r.opts.changes.apply(&cfg)
	}
	e := engine.New(cfg)
	run, finish, err := r.opts.driving(cfg, e, r.rules, r.stderr)
	if err != nil {
		return part, nil, err
	}
	defer finish()
	run.Load.Dir = at
	run.Salt += " inventory" // the notes of its packages are others
	notes := codec.Of(reflect.TypeFor[inventory.Notes]())
	run.Note = func(pass *driver.Results) []byte {
		result, ok := pass.Of(e.Effects).(*effects.Result)
		if !ok {
			return nil
		}
		data, err := notes.Encode(inventory.Of(result))
		if err != nil {
			return nil
		}
		return data
	}
	part.Module = m
	run.Noted = func(note []byte) {
		var of inventory.Notes
		if notes.Decode(note, &of) == nil {
			part.Found = append(part.Found, of.Found...)
			part.Ways = append(part.Ways, of.Ways...)
			part.TxCalls = append(part.TxCalls, of.TxCalls...)
		}
	}
	result, err := r.watch.drive(r.ctx, run, m.Patterns...)
	if err != nil {
		return part, nil, err
	}
	part.Findings = slices.DeleteFunc(slices.Clone(result.Findings), isConfigMistake)
	for _, text := range configMistakes(result.Findings) {
		problems = append(problems, inModule(m, errors.New(text)).Error())
	}
	for _, p := range result.Problems {
		p.Pos = report.Rel(dir, p.Pos)
		problems = append(problems, inModule(m, errors.New(p.String())).Error())
	}
	return part, problems, nil
}

// configOf is the configuration that is found from a directory up.
func configOf(dir string) (config.Config, error) {
	name, err := configfile.Find(dir)
	if err != nil || name == "" {
		return config.Default(), err
	}
	return configfile.Read(name, name)
}
