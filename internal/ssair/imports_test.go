package ssair

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// ssaImports are the imports of go/ssa, and of what lies below it, in a source.
func ssaImports(t *testing.T, path string, src any) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, imp := range f.Imports {
		name, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		const ssa = "golang.org/x/tools/go/ssa"
		if name == ssa || strings.HasPrefix(name, ssa+"/") {
			out = append(out, name)
		}
	}
	return out
}

// A rule asks the result of effects: none of the packages under analyzers looks at SSA itself.
func TestRulesDoNotImportSSA(t *testing.T) {
	if got := ssaImports(t, "a.go", "package a\nimport (\n\t\"fmt\"\n\t_ \"golang.org/x/tools/go/ssa\"\n\t\"golang.org/x/tools/go/ssa/ssautil\"\n)\n"); len(got) != 2 {
		t.Fatalf("this test would not notice it: %q", got)
	}
	const rules = "../../analyzers"
	files := 0
	err := filepath.WalkDir(rules, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		files++
		for _, name := range ssaImports(t, path, nil) {
			t.Errorf("%s imports %s", path, name)
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Errorf("%d files in %s, %v", files, rules, err)
	}
}
