package finding

import (
	"go/ast"
	"strings"
	"testing"
)

// What a message and the lines of a timeline are made of stands in source that may be hostile: all doors print them.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"lock:订单:{} e\u0301\u3000𝒳":    "lock:订单:{} e\u0301\u3000𝒳",
		"a\x1b[2Jb\rc\td\ne\x7f\u0085": "a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffd\ufffd",
		"a\u202eb\u2066c\u200fd\ufeff": "a\ufffdb\ufffdc\ufffdd\ufffd",
		"a\xffb\x9bc\xe4":              "a\ufffdb\ufffdc\ufffd",
		"":                             "",
	} {
		if got := Printable(text); got != want {
			t.Errorf("Printable(%q) = %q, want %q", text, got, want)
		}
	}
	const hostile = "a\x1b[2J\u202e"
	d := Finding{Rule: "r", Category: "c", Message: hostile, Timeline: []Step{{What: "acquire", Text: hostile}}}.Diagnostic()
	if text := d.Message + d.Related[0].Message; strings.ContainsAny(text, "\x1b\u202e") || !strings.Contains(text, "[2J") {
		t.Errorf("a diagnostic: %q", text)
	}
	pass, _ := newPass(t, "a.go", "package a\nvar A = f(`"+hostile+"`)\n")
	node := pass.Files[0].Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0]
	if got, want := Text(pass.Fset, node), "f(`a\ufffd[2J\ufffd`)"; got != want {
		t.Errorf("source: %q, want %q", got, want)
	}
}
