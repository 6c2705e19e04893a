package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var limitName = regexp.MustCompile(`^(max[A-Z]\w*|eventSteps|smallFunction)$`)

// limits are the limits of the engine, as rows of the table begin.
func limits(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(filepath.Join(root, "internal"), func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.CONST {
				continue
			}
			for _, spec := range gen.Specs {
				v := spec.(*ast.ValueSpec)
				if len(v.Values) != 1 || !limitName.MatchString(v.Names[0].Name) {
					continue
				}
				if n, ok := v.Values[0].(*ast.BasicLit); ok {
					out = append(out, fmt.Sprintf("| `%s` | `%s` | %s |", filepath.ToSlash(dir), v.Names[0].Name, strings.ReplaceAll(n.Value, "_", "")))
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The table of limits in docs/robustness.md has all that there are, with their values: none changes unnoticed.
func TestLimits(t *testing.T) {
	page, err := os.ReadFile("../../docs/robustness.md")
	if err != nil {
		t.Fatal(err)
	}
	want := limits(t, "../..")
	var got []string
	for line := range strings.Lines(string(page)) {
		if cells := strings.SplitAfterN(line, "|", 5); len(cells) == 5 && strings.HasPrefix(line, "| `internal/") {
			got = append(got, strings.Join(cells[:4], ""))
		}
	}
	for _, row := range want {
		if !slices.Contains(got, row) {
			t.Errorf("the table lacks %s", row)
		}
	}
	for _, row := range got {
		if !slices.Contains(want, row) {
			t.Errorf("the table has %s, and there is no such limit", row)
		}
	}
	if len(want) < 50 {
		t.Errorf("%d limits are found", len(want))
	}
}
