package finding

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoc holds the pages of all rules against what go/parser and go/doc make of their comments.
func TestDoc(t *testing.T) {
	files, err := filepath.Glob("../../analyzers/*/doc.go")
	if err != nil || len(files) < 12 {
		t.Fatal("no pages", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		rule := filepath.Base(filepath.Dir(file))
		_, want, found := strings.Cut(f.Doc.Text(), "# Analyzer "+rule+"\n\n"+rule+": ")
		if got := Doc(string(source)); !found || got != strings.TrimSpace(want) {
			t.Errorf("%s: the page is\n%s\nwant\n%s", file, got, want)
		}
	}
}

func TestDocOfNothing(t *testing.T) {
	for _, source := range []string{"", "package p\n", "// Package p is no rule.\npackage p\n", "\n// # Analyzer p\n\n// p: behind a blank line\npackage p\n"} {
		if got := Doc(source); got != "" {
			t.Errorf("the page of %q is %q", source, got)
		}
	}
}
