package finding

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// The edits of a fix come in the order of their places, as go vet -json prints them: two at one place as they were.
func TestEditsInOrder(t *testing.T) {
	fset := token.NewFileSet()
	file := fset.AddFile("a.go", -1, 100)
	at := func(start, end int, text string) analysis.TextEdit {
		return analysis.TextEdit{Pos: file.Pos(start), End: file.Pos(end), NewText: []byte(text)}
	}
	given := []analysis.TextEdit{at(50, 60, "d"), at(20, 25, "c"), at(20, 20, "a"), at(20, 20, "b")}
	rec := Resolve(fset, nil, "p", "r", analysis.Diagnostic{SuggestedFixes: []analysis.SuggestedFix{{TextEdits: given}}})
	got := ""
	for _, e := range rec.Fixes[0].Edits {
		got += e.New
	}
	if got != "abcd" || string(given[0].NewText) != "d" {
		t.Errorf("the edits come as %s, and those of the analyzer begin with %s", got, given[0].NewText)
	}
}
