// Bench measures locklint against other tools, on modules of several kinds and sizes, and writes down what came out:
//
//	go run ./bench
//
// See usage for the flags and for how long it takes.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
)

const usage = `usage: go run ./bench [flags]

Measures locklint, go vet, staticcheck, golangci-lint with five linters, a go vet tool that does nothing, and loading
alone: with the tool's own cache empty (cold), when nothing has changed (warm), when one file has changed (changed), and
once with an empty build cache too (empty). Nothing of the user's is touched: the modules are copies in a temporary
directory, as are all caches; only the module cache is shared, and read. The tools themselves are built with the user's
build cache.

It needs the modules of go.mod, tools/go.mod, testdata/golangci/go.mod, testdata/cases/go.mod and examples/shop/go.mod in
the module cache, 10 GB of disk, and a machine that does nothing else. With -n 3 on two cores it takes about:

	building the tools            1 min (6 min if golangci-lint was never built)
	this repository               5 min
	std                          35 min, 13 of them with empty build caches
	examples/shop                 4 min
	service, 500 dependencies    12 min, 8 of them with empty build caches
	layered, 100 packages         2 min
	layered, 1,000 packages      14 min, twice: with locks in all, and in a fifth
	layered, 5,000 packages      30 min, each once

A complete run writes performance.svg, performance.json with all figures, and in performance.md what stands between the two
comments that mark the generated part. A run with -only or -quick, or one that is interrupted, prints that part, and writes
files only where -o says so: there the figures stay that an earlier run measured and this one does not, with the name of that
run. With -page nothing is measured.

flags:
`

// options are what the flags say.
type options struct {
	rounds int
	only   *regexp.Regexp
	quick  bool
	page   bool
	out    string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == loadMode {
		os.Exit(loadAlone(os.Args[2:]))
	}
	opts, err := parse(os.Args[1:], os.Stderr)
	if err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, opts); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string, stderr io.Writer) (options, error) {
	var opts options
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.IntVar(&opts.rounds, "n", 3, "`rounds`: each figure is the median of so many (empty build cache: of one)")
	fs.Func("only", "measure only what matches the `regexp`: module/tool/mode, as in service/(locklint|vet)/cold", func(text string) (err error) {
		opts.only, err = regexp.Compile(text)
		return err
	})
	fs.BoolVar(&opts.quick, "quick", false, "one round on one small module, to see that everything works")
	fs.BoolVar(&opts.page, "page", false, "measure nothing, and write the page and the plot anew from the figures that are kept")
	fs.StringVar(&opts.out, "o", "", "write the files to `dir` (a complete run: docs)")
	fs.Usage = func() {
		fmt.Fprint(stderr, usage)
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		return opts, err
	}
	if opts.rounds < 1 || fs.NArg() > 0 {
		fs.Usage()
		return opts, errors.New("usage")
	}
	if opts.quick {
		opts.rounds = 1
	}
	return opts, nil
}

// run measures and writes.
func run(ctx context.Context, opts options) error {
	root, err := repository()
	if err != nil {
		return err
	}
	if opts.page {
		return rewrite(cmp.Or(opts.out, filepath.Join(root, "docs")))
	}
	temp, err := os.MkdirTemp("", "locklint-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	b := &bench{root: root, temp: temp, rounds: opts.rounds, run: describeRun(root, opts.rounds), only: opts.only, log: os.Stderr}
	steps := complete
	if opts.quick {
		steps = quick
	}
	tools := b.wanted(steps)
	if len(tools) == 0 {
		return fmt.Errorf("-only %v matches nothing that is measured: say module/tool/mode, the modules are %s", opts.only, strings.Join(names(steps), ", "))
	}
	if err := b.buildTools(ctx, tools); err != nil {
		return err
	}
	interrupted := false
	for _, s := range steps {
		err := b.measure(ctx, s)
		if interrupted = ctx.Err() != nil; interrupted {
			b.results.failures = append(b.results.failures, "interrupted: "+s.module.title+" and what comes behind it is not complete")
			break
		}
		if err != nil {
			return err
		}
	}
	part := opts.quick || opts.only != nil || interrupted
	switch {
	case opts.out == "" && part:
		fmt.Print(page(&b.results))
	default:
		if err := b.write(cmp.Or(opts.out, filepath.Join(root, "docs")), part); err != nil {
			return err
		}
	}
	if n := len(b.results.complaints()); n > 0 {
		return fmt.Errorf("%d of the runs failed, see the end of the table", n)
	}
	return nil
}

// write writes the files; with the results of a part stand those that are there.
func (b *bench) write(dir string, part bool) error {
	if part {
		earlier, err := readRecords(dir)
		if err != nil {
			return err
		}
		b.results.keep(earlier)
	}
	return write(dir, &b.results)
}

// rewrite writes the page anew from the figures that are kept.
func rewrite(dir string) error {
	kept, err := readRecords(dir)
	if err != nil {
		return err
	}
	if len(kept) == 0 {
		return fmt.Errorf("no figures are kept in %s", dir)
	}
	r := new(results)
	r.keep(kept)
	return write(dir, r)
}

// names are those of the modules of steps, as -only knows them.
func names(steps []step) []string {
	var out []string
	for _, s := range steps {
		out = append(out, s.module.name)
	}
	return out
}

// repository finds the root of locklint's repository from the working directory up.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "cmd", "locklint", "main.go")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("run it inside of locklint's repository")
		}
		dir = parent
	}
}
