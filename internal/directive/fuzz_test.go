package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// Whatever stands in a comment, what is read of it is a directive with a rule and a reason, or a mistake with a text, and it covers
// lines of its file only.
func FuzzRead(f *testing.F) {
	for _, comment := range []string{
		"//locklint:ignore leakedlock the process ends here", "//locklint:ignore a,b\tboth", "//locklint:ignore a see https://x // want `x`",
		"//locklint:ignore", "//locklint:ignore ,a why", "//locklint:ignored a why", "// locklint:ignore a why", "/*locklint:ignore a why*/",
		"// locklint: what it does", "//locklint:\x00", "//locklint:ignore \u00a0 a\u2028b", "//line x.go:1\n//locklint:ignore a b",
	} {
		f.Add("package p\n\n"+comment+"\nfunc f() { // x\n\tf()\n}\n", 1)
		f.Add("package p\n\nfunc f() {\n\tf(\n\t\tf) "+comment+"\n}\n", 3)
	}
	f.Fuzz(func(t *testing.T, src string, line int) {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution) // in parts if it has mistakes
		if file == nil {
			return
		}
		ignores, mistakes := Read(fset, []*ast.File{file})
		for _, m := range mistakes {
			if m.Text == "" || !m.Pos.IsValid() || m.End <= m.Pos {
				t.Errorf("mistake %+v", m)
			}
		}
		at := fset.File(file.FileStart)
		for _, i := range ignores {
			if len(i.Rules) == 0 || i.Reason == "" || i.Names("") || strings.ContainsAny(strings.Join(i.Rules, ""), ", \t") {
				t.Errorf("ignore %+v", i)
			}
			if i.lines == (lines{}) {
				continue // it is about nothing
			}
			if i.lines.first < 1 || i.lines.first > i.lines.last || i.lines.last > at.LineCount() {
				t.Errorf("ignore %+v of a file with %d lines", i, at.LineCount())
			}
			if 1 <= line && line <= at.LineCount() && i.Covers(fset, at.LineStart(line)) != (i.lines.first <= line && line <= i.lines.last) {
				t.Errorf("line %d: %+v", line, i)
			}
		}
	})
}
