package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// findings are what locklint says: the categories, as rule/category, by the function in which the finding stands.
type findings map[string][]string

// says tells whether rule was found in f.
func (f findings) says(function, rule string) bool { return slices.Contains(f[function], rule) }

// others says what locklint finds beside the faults of the experiments, or once more.
func (f findings) others(all []Experiment) error {
	var errs []error
	for _, function := range slices.Sorted(maps.Keys(f)) {
		seen := map[string]bool{}
		for _, rule := range f[function] {
			known := slices.ContainsFunc(all, func(e Experiment) bool { return e.Faulty.Where == function && e.Rule == rule })
			if !known || seen[rule] {
				errs = append(errs, fmt.Errorf("locklint also flags %s: %s", function, rule))
			}
			seen[rule] = true
		}
	}
	return errors.Join(errs...)
}

// lintRuns are the arguments of locklint: for the lab as it is, and for what an option asks for, where that is tried.
func lintRuns() [][]string {
	return [][]string{
		{"./..."},
		{"-keytemplate.funcs=github.com/locklint/locklint/lab/seat.showKey", "./seat"},
	}
}

// lint builds locklint from the module around dir, the lab's, and runs it there. Test files are left out.
func lint(ctx context.Context, dir string) (findings, error) {
	tmp, err := os.MkdirTemp("", "lab-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	program := filepath.Join(tmp, "locklint")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/locklint")
	build.Dir = filepath.Dir(dir)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build ./cmd/locklint: %w\n%s", err, out)
	}
	all := findings{}
	for _, args := range lintRuns() {
		var stdout, stderr bytes.Buffer
		run := exec.CommandContext(ctx, program, append([]string{"-json", "-test=false", "-cache=off"}, args...)...)
		run.Dir, run.Stdout, run.Stderr = dir, &stdout, &stderr
		var exit *exec.ExitError
		if err := run.Run(); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
			return nil, fmt.Errorf("locklint %s: %w\n%s", strings.Join(args, " "), err, &stderr)
		}
		if err := all.add(stdout.Bytes()); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// add adds what locklint -json prints.
func (f findings) add(printed []byte) error {
	var tree map[string]map[string][]struct{ Category, Posn string }
	if err := json.Unmarshal(printed, &tree); err != nil {
		return fmt.Errorf("locklint -json: %w", err)
	}
	for _, rules := range tree {
		for rule, list := range rules {
			for _, found := range list {
				function, err := functionAt(found.Posn)
				if err != nil {
					return err
				}
				f[function] = append(f[function], rule+"/"+found.Category)
			}
		}
	}
	return nil
}

// functionAt names the function around a position FILE:LINE:COLUMN, as funcName does.
func functionAt(posn string) (string, error) {
	fields := strings.Split(posn, ":")
	if len(fields) != 3 {
		return "", fmt.Errorf("not a position: %q", posn)
	}
	line, err := strconv.Atoi(fields[1])
	if err != nil {
		return "", fmt.Errorf("not a position: %q", posn)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, fields[0], nil, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || line < fset.Position(f.Pos()).Line || line > fset.Position(f.End()).Line {
			continue
		}
		if f.Recv == nil {
			return file.Name.Name + "." + f.Name.Name, nil
		}
		if star, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
			if named, ok := star.X.(*ast.Ident); ok {
				return fmt.Sprintf("%s.(*%s).%s", file.Name.Name, named.Name, f.Name.Name), nil
			}
		}
	}
	return posn, nil // no function of the lab is named so
}
