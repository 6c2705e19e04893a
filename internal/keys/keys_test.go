package keys

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/summary"
)

var (
	p0, p1  = summary.ParamOf(0), summary.ParamOf(1)
	konst   = summary.ConstOf
	unknown *summary.Expr
)

func TestSprintf(t *testing.T) {
	tenant := summary.FillTemplate("tenant:{}", []*summary.Expr{p1})
	for _, tt := range []struct {
		format *summary.Expr
		args   []*summary.Expr
		want   string
	}{
		{konst("lock:all"), nil, `"lock:all"`},
		{konst(""), nil, `""`},
		{konst("lock:order:%d"), []*summary.Expr{p0}, `"lock:order:{}"(p0)`},
		{konst("%s"), []*summary.Expr{p0}, `p0`},
		{konst("%v"), []*summary.Expr{konst("a")}, `"a"`},
		{konst("%s:%s"), []*summary.Expr{p0, p1}, `"{}:{}"(p0,p1)`},
		{konst("%s:%s"), []*summary.Expr{konst("lock"), p1}, `"lock:{}"(p1)`},
		{konst("%s:%d"), []*summary.Expr{tenant, p0}, `"tenant:{}:{}"(p1,p0)`},
		{konst("100%%:%d"), []*summary.Expr{p0}, `"100%:{}"(p0)`},
		{konst("{%d}:qty"), []*summary.Expr{p0}, `"{{}}:qty"(p0)`}, // a hash tag of Redis Cluster
		{konst("%x"), []*summary.Expr{p0}, `%x(p0)`},
		{konst("a:%q"), []*summary.Expr{p0}, `"a:{}"(%q(p0))`},
		{konst("a:%s"), []*summary.Expr{unknown}, `"a:{}"(?)`},
		{konst("a:%s:%s"), []*summary.Expr{p0}, `"a:{}:{}"(p0,?)`}, // an argument is missing
		{konst("a:%[1]d"), []*summary.Expr{p0}, `?`},
		{konst("a:%*d"), []*summary.Expr{p0, p1}, `?`},
		{konst("a:%"), nil, `?`},
		{p0, []*summary.Expr{p1}, `?`},
		{unknown, nil, `?`},
	} {
		if got := Sprintf(tt.format, tt.args).String(); got != tt.want {
			t.Errorf("Sprintf(%v, %v) = %s, want %s", tt.format, tt.args, got, tt.want)
		}
	}
}

func TestConcat(t *testing.T) {
	for _, tt := range []struct {
		parts []*summary.Expr
		want  string
	}{
		{nil, `""`},
		{[]*summary.Expr{p0}, `p0`},
		{[]*summary.Expr{unknown}, `?`},
		{[]*summary.Expr{konst("lock:"), konst("a")}, `"lock:a"`},
		{[]*summary.Expr{konst("lock:"), p0}, `"lock:{}"(p0)`},
		{[]*summary.Expr{p0, p1}, `"{}{}"(p0,p1)`},
		{[]*summary.Expr{konst(""), p0, konst("")}, `p0`},
		{[]*summary.Expr{Concat(konst("a:"), p0), konst(":"), Concat(p1, konst(":z"))}, `"a:{}:{}:z"(p0,p1)`},
		{[]*summary.Expr{konst("a"), unknown}, `"a{}"(?)`},
	} {
		if got := Concat(tt.parts...).String(); got != tt.want {
			t.Errorf("Concat(%v) = %s, want %s", tt.parts, got, tt.want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, tt := range []struct {
		parts []*summary.Expr
		sep   *summary.Expr
		want  string
	}{
		{nil, konst(":"), `""`},
		{[]*summary.Expr{p0}, konst(":"), `p0`},
		{[]*summary.Expr{konst("lock"), p0, konst("x")}, konst(":"), `"lock:{}:x"(p0)`},
		{[]*summary.Expr{konst("a"), konst("b")}, konst(""), `"ab"`},
		{[]*summary.Expr{konst("a"), konst("b")}, p1, `"a{}b"(p1)`},
		{[]*summary.Expr{p0, p0}, unknown, `"{}{}{}"(p0,?,p0)`},
	} {
		if got := Join(tt.parts, tt.sep).String(); got != tt.want {
			t.Errorf("Join(%v, %v) = %s, want %s", tt.parts, tt.sep, got, tt.want)
		}
	}
}

// However a key is built, it is the same key.
func TestWaysAreOne(t *testing.T) {
	want := Concat(konst("lock:"), p0, konst(":"), p1)
	for _, got := range []*summary.Expr{
		Sprintf(konst("lock:%s:%d"), []*summary.Expr{p0, p1}),
		Sprintf(konst("%s:%v:%v"), []*summary.Expr{konst("lock"), p0, p1}),
		Join([]*summary.Expr{konst("lock"), p0, p1}, konst(":")),
		Concat(Concat(konst("lock:"), p0), Concat(konst(":"), p1)),
		Sprintf(konst("lock:%s"), []*summary.Expr{Join([]*summary.Expr{p0, p1}, konst(":"))}),
	} {
		if !summary.Equal(got, want) {
			t.Errorf("%v is not %v", got, want)
		}
	}
	if summary.Equal(want, Concat(konst("lock:"), p1, konst(":"), p0)) {
		t.Error("two keys with exchanged parts are one")
	}
	incomplete := Concat(konst("lock:"), unknown)
	if summary.Equal(incomplete, incomplete) {
		t.Error("a key with an unknown part is known")
	}
}

// FuzzSprintf compares with fmt: with constant arguments the key is the text, with others its holes are
// where fmt puts the arguments.
func FuzzSprintf(f *testing.F) {
	f.Add("lock:%s:%v", "a", "b")
	f.Add("%s%%%s", "", "%s")
	f.Add("%d:%", "x", "y")
	f.Add("{%s}-%v-{", "1", "}")
	f.Add("%!s%s", "é", "\x00")
	f.Fuzz(func(t *testing.T, format, a, b string) {
		if strings.Contains(format+a+b, summary.Hole) || strings.Contains(a+b, "{") || strings.Contains(a+b, "}") || len(format+a+b) > 200 {
			t.Skip("braces of the text may look like holes")
		}
		params := []*summary.Expr{p0, p1}
		open := Sprintf(konst(format), params)
		if !plain(format) {
			return // must not fail, that is all
		}
		texts := []any{a, b}[:verbs(format)]
		want := fmt.Sprintf(format, texts...)
		if got := Sprintf(konst(format), []*summary.Expr{konst(a), konst(b)}); got == nil || got.Op != summary.Const || got.Name != want {
			t.Errorf("Sprintf(%q, %q, %q) = %v, want %q", format, a, b, got, want)
		}
		filled := open.Map(func(x *summary.Expr) (*summary.Expr, bool) {
			switch x {
			case p0:
				return konst(a), true
			case p1:
				return konst(b), true
			}
			return nil, false
		})
		if filled == nil || filled.Op != summary.Const || filled.Name != want {
			t.Errorf("%v with %q and %q is %v, want %q", open, a, b, filled, want)
		}
	})
}

// plain tells a format of text, %s, %v and %% with no more than two arguments.
func plain(format string) bool {
	rest := strings.NewReplacer("%%", "", "%s", "", "%v", "").Replace(format)
	return !strings.Contains(rest, "%") && verbs(format) <= 2
}

func verbs(format string) int {
	format = strings.ReplaceAll(format, "%%", "")
	return strings.Count(format, "%s") + strings.Count(format, "%v")
}
