package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// A bench is one run of this program.
type bench struct {
	root    string // of the repository
	temp    string
	rounds  int
	run     string         // see describeRun
	only    *regexp.Regexp // nil: everything
	log     io.Writer
	results results
}

// wants tells whether something is to be measured.
func (b *bench) wants(s step, t *tool, m mode) bool {
	return s.has(t, m) && (b.only == nil || b.only.MatchString(s.module.name+"/"+t.name+"/"+string(m)))
}

// wanted are the tools that the steps need.
func (b *bench) wanted(steps []step) []*tool {
	var out []*tool
	for _, s := range steps {
		for _, t := range s.tools {
			if !slices.Contains(out, t) && slices.ContainsFunc(modes, func(m mode) bool { return b.wants(s, t, m) }) {
				out = append(out, t)
			}
		}
	}
	return out
}

// A place is where a module lies, with its caches.
type place struct {
	module *module
	dir    string // of the module's copy
	cache  string // the build cache
	own    string // the directory with the caches of the tools
}

// measure does one step. What cannot be measured is written down and does not stop the rest.
func (b *bench) measure(ctx context.Context, s step) error {
	if len(b.wanted([]step{s})) == 0 {
		return nil
	}
	p := place{
		module: s.module,
		dir:    filepath.Join(b.temp, s.module.name),
		cache:  filepath.Join(b.temp, "build-"+s.module.name),
		own:    filepath.Join(b.temp, "own"),
	}
	fmt.Fprintf(b.log, "making %s\n", s.module.title)
	if err := s.module.make(ctx, b, p.dir); err != nil {
		return fmt.Errorf("making %s: %w", s.module.title, err)
	}
	defer os.RemoveAll(p.dir)
	defer os.RemoveAll(p.cache)
	if err := b.fill(ctx, s, p); err != nil {
		return err
	}
	for round := range s.times(b.rounds) {
		for _, t := range s.tools {
			if err := b.round(ctx, s, t, p, round); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// fill measures with empty build caches, and leaves a full one behind.
func (b *bench) fill(ctx context.Context, s step, p place) error {
	for _, t := range s.empties {
		if !b.wants(s, t, empty) {
			continue
		}
		if err := b.alone(ctx, t, p); err != nil {
			return err
		}
	}
	list := []string{"go", "list", "-deps", "-test", "-f", "{{.Name}}", s.module.pattern}
	if b.compiles(s) {
		if b.wants(s, vet, empty) {
			b.take(ctx, vet, empty, p, vet.args("", s.module.pattern, "first"))
		}
		list = slices.Insert(list, 2, "-export")
	}
	_, err := b.command(p, list, 1).run(ctx)
	return err
}

// compiles tells that a tool is measured that needs what the compiler made.
func (b *bench) compiles(s step) bool {
	return slices.ContainsFunc(b.wanted([]step{s}), func(t *tool) bool { return t != locklint && t != loading })
}

// alone measures a tool with an empty build cache of its own.
func (b *bench) alone(ctx context.Context, t *tool, p place) error {
	p.cache = filepath.Join(b.temp, "build-empty")
	defer os.RemoveAll(p.cache)
	defer os.RemoveAll(p.own)
	exe, err := b.salt(t, "empty")
	if err != nil {
		return err
	}
	b.take(ctx, t, empty, p, t.args(exe, p.module.pattern, "empty"))
	return ctx.Err()
}

// round measures a tool in all modes but the one with the empty build cache, one after the other: what is warm is what
// the cold run left.
func (b *bench) round(ctx context.Context, s step, t *tool, p place, round int) error {
	if !slices.ContainsFunc(modes, func(m mode) bool { return m != empty && b.wants(s, t, m) }) {
		return nil
	}
	defer os.RemoveAll(p.own)
	salt := fmt.Sprintf("round%d", round)
	exe, err := b.salt(t, salt)
	if err != nil {
		return err
	}
	args := t.args(exe, p.module.pattern, salt)
	for _, m := range []mode{cold, warm, changed} {
		if !s.has(t, m) {
			continue
		}
		undo := func() error { return nil }
		if m == changed {
			if undo, err = p.module.change(p.dir, round); err != nil {
				return err
			}
		}
		b.take(ctx, t, m, p, args)
		if err := undo(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take measures one run and writes it down.
func (b *bench) take(ctx context.Context, t *tool, m mode, p place, args []string) {
	key := key{p.module.name, t.name, m}
	got, err := b.command(p, args, t.ok...).run(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		fmt.Fprintf(b.log, "%s failed: %v\n", key, err)
		b.results.failures = append(b.results.failures, fmt.Sprintf("%s: %s", key, firstLine(err.Error())))
	default:
		fmt.Fprintf(b.log, "%-32s wall %8.2fs  CPU %8.2fs  %6d MB\n", key, got.Wall.Seconds(), got.CPU.Seconds(), got.Memory>>20)
		b.results.add(key, b.run, got)
	}
}

// command makes a command that sees the caches of the place and none of the user's.
func (b *bench) command(p place, args []string, ok ...int) command {
	vars := []string{
		"GOCACHE=" + p.cache,
		"LOCKLINT_CACHE=" + filepath.Join(p.own, "locklint"),
		"STATICCHECK_CACHE=" + filepath.Join(p.own, "staticcheck"),
		"GOLANGCI_LINT_CACHE=" + filepath.Join(p.own, "golangci"),
		"GOFLAGS=-buildvcs=false", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOENV=off", "LOCKLINT_CONFIG=",
		"GOGC=", "GOMEMLIMIT=", "GODEBUG=", "GOMAXPROCS=", // those of the user would not weigh on all alike
	}
	dir := p.dir
	if p.module.goroot {
		dir = filepath.Join(p.dir, "src")
		vars = append(vars, "GOROOT="+p.dir, "PATH="+filepath.Join(p.dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	vars = append(vars, "PWD="+dir)
	return command{dir: dir, env: setenv(vars...), args: args, ok: ok}
}
