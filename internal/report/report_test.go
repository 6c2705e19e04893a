package report

import (
	"bytes"
	"encoding/json"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/finding"
)

func pos(file string, line, col int) token.Position {
	return token.Position{Filename: file, Line: line, Column: col}
}

var sample = []finding.Record{
	{
		PkgPath: "ex.com/a", Rule: "unlockbeforecommit", Category: "closure",
		Pos: pos("/w/order/s.go", 42, 8), End: pos("/w/order/s.go", 42, 20),
		Message: `lock "k" is released (unlockbeforecommit/closure)`,
		Timeline: []finding.RecordStep{
			{Pos: pos("/w/locks/l.go", 7, 2), End: pos("/w/locks/l.go", 7, 9), Message: "acquire  locker.Obtain(ctx, key)"},
			{Pos: pos("/w/order/s.go", 42, 8), End: pos("/w/order/s.go", 42, 20), Message: "release  l.Release(ctx)"},
		},
		Fixes: []finding.RecordFix{{Message: "move it", Edits: []finding.RecordEdit{{Filename: "/w/order/s.go", Start: 1, End: 2, New: "x"}}}},
	},
	{
		PkgPath: "ex.com/b", Rule: "blockingcall", Category: "sleep",
		Pos: pos("/elsewhere/b.go", 3, 1), End: pos("/elsewhere/b.go", 3, 1), Message: "m (blockingcall/sleep)",
	},
}

func TestText(t *testing.T) {
	var buf bytes.Buffer
	if err := Text(&buf, "/w/order/deep/below", sample); err != nil {
		t.Fatal(err)
	}
	const want = `../../s.go:42:8: lock "k" is released (unlockbeforecommit/closure)
	/w/locks/l.go:7  acquire  locker.Obtain(ctx, key)
	42               release  l.Release(ctx)
/elsewhere/b.go:3:1: m (blockingcall/sleep)
`
	if got := buf.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestRel(t *testing.T) {
	for _, tt := range []struct{ dir, file, want string }{
		{"/w", "/w/a/b.go", "a/b.go"},
		{"/w/a", "/w/b.go", "../b.go"},
		{"/w/a/b/c", "/w/b.go", "/w/b.go"},
		{"", "/w/b.go", "/w/b.go"},
		{"/w", "b.go", "b.go"},
	} {
		if got := Rel(tt.dir, tt.file); got != tt.want {
			t.Errorf("Rel(%q, %q) = %q, want %q", tt.dir, tt.file, got, tt.want)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	var buf bytes.Buffer
	if err := JSON(&buf, sample); err != nil {
		t.Fatal(err)
	}
	var shape map[string]map[string][]map[string]any
	if err := json.Unmarshal(buf.Bytes(), &shape); err != nil {
		t.Fatal(err)
	}
	if got := shape["ex.com/a"]["unlockbeforecommit"][0]["posn"]; got != "/w/order/s.go:42:8" {
		t.Errorf("posn = %v", got)
	}
	if _, ok := shape["ex.com/b"]["blockingcall"][0]["related"]; ok {
		t.Error("related is there without a timeline")
	}

	// go vet prints a tree for each package, with a comment before it.
	findings, errs, err := ParseJSON([]byte("# ex.com/a\n" + buf.String() + "# ex.com/c\n" + `{"ex.com/c": {"r": {"error": "boom"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(finding.Sort(findings), finding.Sort(append([]finding.Record(nil), sample...))) {
		t.Errorf("read back %+v\nwant %+v", findings, sample)
	}
	if len(errs) != 1 || !strings.Contains(errs[0], "ex.com/c: analyzer r: boom") {
		t.Errorf("errors %q", errs)
	}
	if _, _, err := ParseJSON([]byte("no json")); err == nil {
		t.Error("no error for what is not JSON")
	}
}

func TestEmpty(t *testing.T) {
	var buf bytes.Buffer
	if err := JSON(&buf, nil); err != nil || buf.String() != "{}\n" {
		t.Errorf("JSON of no findings: %q, %v", buf.String(), err)
	}
}

func TestParsePos(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want token.Position
	}{
		{"/a.go:1:2", pos("/a.go", 1, 2)},
		{`C:\a.go:1:2`, pos(`C:\a.go`, 1, 2)},
		{"/a.go:1", pos("/a.go", 1, 0)},
		{"-", token.Position{Filename: "-"}},
	} {
		if got := parsePos(tt.in); got != tt.want {
			t.Errorf("parsePos(%q) = %+v, want %+v", tt.in, got, tt.want)
		}
	}
}
