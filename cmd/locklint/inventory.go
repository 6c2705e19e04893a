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
	"strconv"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/configfile"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/report"
)

// A listing is what the flags of the inventory say.
type listing struct {
	format string
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
}

// inventoryMode lists the lock sites of some modules.
func inventoryMode(args []string, stdout, stderr io.Writer, rules ruleSet) int {
	var opts options
	cfg, err := opts.parse("inventory", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	run := inventoryRun{ctx: ctx, opts: &opts, cfg: cfg, rules: rules, stderr: stderr}
	inv, ok := run.of(dir)
	if inv == nil {
		return statusFailed
	}
	return opts.outputs.redirect(stdout, stderr, func(w io.Writer) int {
		if err := inv.JSON(w); err != nil {
			fmt.Fprintf(stderr, "locklint: %v\n", err)
			return statusFailed
		}
		if !ok {
			return statusFailed
		}
		return statusClean
	})
}

// An inventoryRun makes inventories.
type inventoryRun struct {
	ctx    context.Context
	opts   *options
	cfg    config.Config
	rules  ruleSet
	stderr io.Writer
}

// of is the inventory of what the arguments name, as somebody in dir would write it: nil where nothing could be done. ok
// is false where something could not be loaded.
func (r inventoryRun) of(dir string) (inv *inventory.Inventory, ok bool) {
	ok = true
	var parts []inventory.Part
	for _, m := range modulesOf(dir, r.opts.patterns) {
		part, problems, err := r.module(dir, m)
		if err != nil {
			fmt.Fprintf(r.stderr, "locklint: %v\n", inModule(m, err))
			return nil, false
		}
		for _, p := range problems {
			fmt.Fprintf(r.stderr, "locklint: %s\n", p)
			ok = false
		}
		parts = append(parts, part)
	}
	return inventory.Make(dir, parts), ok
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
	var codec cache.Codec
	run.Note = func(pass *driver.Results) []byte {
		result, ok := pass.Of(e.Effects).(*effects.Result)
		if !ok {
			return nil
		}
		data, err := codec.Encode(inventory.Of(result))
		if err != nil {
			return nil
		}
		return data
	}
	part.Module = m
	run.Noted = func(note []byte) {
		var found []inventory.Found
		if codec.Decode(note, &found) == nil {
			part.Found = append(part.Found, found...)
		}
	}
	result, err := driver.Run(r.ctx, run, m.Patterns...)
	if err != nil {
		return part, nil, err
	}
	part.Findings = result.Findings
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
