package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A tool is something that is measured.
type tool struct {
	name  string
	title string
	build []string // arguments of go build, in directory in; nil: there is nothing to build
	in    string
	// args is the command line, of the executable and the pattern. Salt is another text in each round: what has to be
	// unlike in two rounds for their results to be no use to each other.
	args func(exe, pattern, salt string) []string
	// salted tells that the executable itself carries the salt: go vet's cache knows a tool by its content.
	salted bool
	ok     []int // exit statuses besides 0 that mean that it found something
}

// The tools.
var (
	locklint = &tool{name: "locklint", title: "locklint", build: []string{"./cmd/locklint"}, ok: []int{1},
		args: func(exe, pattern, _ string) []string { return []string{exe, pattern} }}
	loading = &tool{name: "load", title: "loading alone",
		args: func(_, pattern, _ string) []string { return []string{self(), loadMode, pattern} }}
	// No function has the name, so the flag changes nothing but the key of go vet's cache.
	vet = &tool{name: "vet", title: "go vet", ok: []int{1},
		args: func(_, pattern, salt string) []string { return []string{"go", "vet", "-printf.funcs=" + salt, pattern} }}
	door = &tool{name: "door", title: "go vet -vettool=locklint", build: []string{"./cmd/locklint"}, salted: true, ok: []int{1}, args: vettool}
	idle = &tool{name: "nothing", title: "go vet -vettool=nothing", build: []string{"./bench/nothing"}, salted: true, args: vettool}

	staticcheck = &tool{name: "staticcheck", title: "staticcheck", build: []string{"-modfile=tools/go.mod", "honnef.co/go/tools/cmd/staticcheck"}, ok: []int{1},
		args: func(exe, pattern, _ string) []string { return []string{exe, pattern} }}
	golangci = &tool{name: "golangci", title: "golangci-lint, five linters", build: []string{"."}, in: "testdata/golangci", args: golangciArgs}
)

func vettool(exe, pattern, _ string) []string {
	return []string{"go", "vet", "-vettool=" + exe, pattern}
}

func golangciArgs(exe, pattern, _ string) []string {
	if pattern == "std" {
		pattern = "./..." // it takes directories only
	}
	return []string{exe, "run", "--no-config", "--default=none", "--enable=noctx,contextcheck,bodyclose,sqlclosecheck,rowserrcheck",
		"--issues-exit-code=0", "--max-issues-per-linter=0", "--max-same-issues=0", "--timeout=30m", "--allow-parallel-runners", pattern}
}

func self() string {
	exe, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return exe
}

// buildTools builds the tools with the user's own build cache: it is not they who are measured.
func (b *bench) buildTools(ctx context.Context, tools []*tool) error {
	for _, t := range tools {
		if t.build == nil {
			continue
		}
		fmt.Fprintf(b.log, "building %s\n", t.title)
		args := append([]string{"build", "-o", b.executable(t)}, t.build...)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir = filepath.Join(b.root, t.in)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", t.title, err, out)
		}
	}
	return nil
}

// executable is where the tool's executable is.
func (b *bench) executable(t *tool) string {
	name := filepath.Join(b.temp, "bin", t.name)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name
}

// salt makes a copy of the tool's executable that has some bytes more at its end. They change nothing but its hash.
func (b *bench) salt(t *tool, text string) (string, error) {
	exe := b.executable(t)
	if !t.salted {
		return exe, nil
	}
	salted := filepath.Join(b.temp, "salted", filepath.Base(exe))
	if err := os.MkdirAll(filepath.Dir(salted), 0o755); err != nil {
		return "", err
	}
	// A new file each time: the old one may still be executed.
	if err := os.Remove(salted); err != nil && !os.IsNotExist(err) {
		return "", err
	}
	from, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.OpenFile(salted, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, io.MultiReader(from, strings.NewReader(text)))
	if closed := to.Close(); err == nil {
		err = closed
	}
	return salted, err
}
