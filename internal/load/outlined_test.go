package load_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/load"
)

// Types that follow from what looks as if no type depended on it: the lengths of literals, arguments of generic functions, functions that are
// called at once; files that nobody formatted. The language of the module is older than generics, that of one file is not.
const odd = `
-- go.mod --
module ex.com/m

go 1.26
-- q/q.go --
package other

import "unsafe"

const (
	N = len([...]string{"a", "b", 5: "c"})
	M = N + len([...][2]int{{1, 2}, {3}})

	A = iota + len([...]int{1, 2, 3})
	B
	C

	Size   = unsafe.Sizeof(struct{ a int8; b [N]int32 }{1, [N]int32{}})
	Offset = unsafe.Offsetof(T{1, 2}.B)
	Len    = len(struct{ s [M]int }{[M]int{1}}.s)
	Cap    = cap([...]func(){func() { println() }, nil})
	Func   = unsafe.Sizeof(func() int { return 1 })
)

type T struct { A int8; B int64 }

func (T) M(int) string { return "" }

type G[P any] struct { V P; next *G[P] }

func (g *G[P]) Get() P { return g.V }

func Make[P any, S ~[]P](s S) G[P] { return G[P]{} }

func Map[A, B any](a []A, f func(A) B) []B { return nil }

func Sum[P interface{ ~int | ~float64 }](p ...P) (r P) { return }

type Alias[P any] = map[string]G[P]

type Plain = struct{ T; *G[int] }
-- bodies/b.go --
package bodies

func F() int { return 1 }
-- dotted/d.go --
package dotted

type D struct{ X int }
-- a/a.go --
package a

import (
	"ex.com/m/q"
	unnamed "ex.com/m/bodies"
	. "ex.com/m/dotted"
)

var (
	V0 = other.Make([]int{1, 2})
	V1 = other.Map([]string{"a"}, func(s string) other.T { unnamed.F(); return other.T{} })
	V2 = other.Map(V1, func(t other.T) [len([...]int{1, 2})]int { return [2]int{} })
	V3 = other.Sum(1, 2.5)
	V4 = other.Sum([]int{1, 2}...)
	V5 = [...]string{other.N: "x"}
	V6 = [...]struct{ a, b [other.M]int }{{}, {}}
	V7 = map[string]other.Alias[int]{"a": {"b": {V: 1}}}["a"]["b"]
	V8 = other.T.M
	V9 = (*other.G[int]).Get
)

var W0 = func() (x struct{ y [len([...]int{1, 2})]int }) { return }()
var W1 = &struct{ other.T; N [2]int }{other.T{}, [2]int{1, 2}}
var W2 = new(other.T{1, 2})
var W3 = []any{1, unnamed.F(), D{}}
var W4 = len([2]int{f(), f()})
var W5 = "abc"[len([...]int{1})]
var W6 = 1 << len([...]int{1, 2, 3})
var X, Y = g([]int{1}, map[string]int{"}": 1}), D{1}.X

var late = early
var early = [...]int{1, 2, 3}
var L = late

type E struct {
	D
	F [len(E2{}.X)]int
	other . /* { */ Plain
}
type E2 struct { X [other.C]byte }
type R [len([...]int{1, 2})]*R

var Z1 = [...]chan
func() {nil, nil, nil}
var Z2 = [...]<-chan
func(int) struct{}{nil, 2: nil}
var Z3 = [...]*
struct { a int }{nil, nil}; var Z4 = [...][1]func(){{}, {f2}}; func f2() {}

func f() int { return 1 }
func g(a []int, b map[string]int) struct{ R [2]other.T } { return struct{ R [2]other.T }{} }
-- old/go.mod --
module ex.com/old

go 1.17
-- old/x.go --
package old

func X() {}
-- old/marked.go --
BOM//go:build go1.21

package old

func Max[T any](a, b T) T { return a }
`

// The types of such packages are those that the compiler makes.
func TestOddTypes(t *testing.T) {
	dir := linttest.Extract(t, txtar.Parse([]byte(strings.ReplaceAll(odd, "BOM", "\ufeff"))))
	for _, sub := range []string{"", "/old"} {
		seen := map[string]bool{}
		compare(t, load.Config{Dir: dir + sub, Env: env("GOWORK=off")}, seen, "./...")
		if len(seen) == 0 {
			t.Errorf("nothing is compared in %q", sub)
		}
	}
}
