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
	var stdout, stderr bytes.Buffer
	run := exec.CommandContext(ctx, program, "-json", "-test=false", "-cache=off", "./...")
	run.Dir, run.Stdout, run.Stderr = dir, &stdout, &stderr
	var exit *exec.ExitError
	if err := run.Run(); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, fmt.Errorf("locklint ./...: %w\n%s", err, &stderr)
	}
	var tree map[string]map[string][]struct{ Category, Posn string }
	if err := json.Unmarshal(stdout.Bytes(), &tree); err != nil {
		return nil, fmt.Errorf("locklint -json: %w", err)
	}
	all := findings{}
	for _, rules := range tree {
		for rule, list := range rules {
			for _, found := range list {
				function, err := functionAt(found.Posn)
				if err != nil {
					return nil, err
				}
				all[function] = append(all[function], rule+"/"+found.Category)
			}
		}
	}
	return all, nil
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
