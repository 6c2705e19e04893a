package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// lockPackage is a library for users to describe.
func lockPackage(t *testing.T) *types.Package {
	t.Helper()
	const src = `package lock
type Context interface{ Done() }
type Locker struct{ TTL int }
type Lease struct{ Key string }
type Config struct{ Wait int }
type Option func(*Config)
var ErrTaken error
func WithWait(n int) Option { return nil }
func (l *Locker) Obtain(key string, cfg Config, opts ...Option) (*Lease, error) { return nil, nil }
func (l *Locker) Do(key string, f func(x string) error) error { return nil }
func (l *Lease) Free() error { return nil }
func New(addr string) *Locker { return nil }
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "lock.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("ex.com/lock", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func TestMistakes(t *testing.T) {
	pkg := lockPackage(t)
	method := func(recv, name, fields string) string {
		return `{"functions": [{"pkg": "ex.com/lock", "recv": "` + recv + `", "name": "` + name + `", ` + fields + `}]}`
	}
	for _, tt := range []struct{ doc, want string }{
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "lock": "result0", "err": "result1", "busy": "ErrTaken", "token": "option:WithWait.0"`), ""},
		{method("Locker", "Do", `"role": "run-in-lock", "key": "arg0", "func": "arg1", "ctx": ""`), ""},
		{method("Locker", "Obtian", `"role": "acquire", "key": "arg0"`), `the type ex.com/lock.Locker does not itself declare a method "Obtian": did you mean "Obtain"?`},
		{method("Loker", "Obtain", `"role": "acquire", "key": "arg0"`), `ex.com/lock has no type "Loker": did you mean "Locker"?`},
		{method("hidden", "Obtain", `"role": "acquire", "key": "arg0"`), ""}, // another package's hidden types are not in sight
		{`{"functions": [{"pkg": "ex.com/lock", "name": "Nwe", "role": "new-lock", "lock": "result0", "key": "arg0"}]}`, `ex.com/lock has no function "Nwe": did you mean "New"?`},
		{`{"functions": [{"pkg": "ex.com/other", "name": "Nwe", "role": "new-lock", "lock": "result0", "key": "arg0"}]}`, ""}, // not this package
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg7"`), `(*ex.com/lock.Locker).Obtain: "key": there is no argument arg7, the last is arg2`},
		{method("Lease", "Free", `"role": "release", "key": "arg0"`), `(*ex.com/lock.Lease).Free: "key": there is no argument arg0, there are none`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "err": "result2"`), `"err": there is no result result2, the last is result1`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "err": "result0"`), `"err": *ex.com/lock.Lease does not fit`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg1.Wiat"`), `"key": ex.com/lock.Config has no field "Wiat": did you mean "Wait"?`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "token": "option:WithWiat.0"`), `"token": ex.com/lock has no function "WithWiat": did you mean "WithWait"?`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "token": "option:WithWait.1"`), `"token": there is no argument of WithWait arg1, the last is arg0`},
		{method("Locker", "Do", `"role": "acquire", "key": "arg0", "token": "option:WithWait.0"`), `"token": the function takes no options`},
		{method("Locker", "Do", `"role": "run-in-lock", "key": "arg0", "func": "arg0"`), `"func": string does not fit`},
		{method("Locker", "Do", `"role": "run-in-tx", "func": "arg1", "tx": "arg1.param1"`), `"tx": func(x string) error is no function with a parameter 1`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "err": "result1", "busy": "ErrTakn"`), `ex.com/lock has no error "ErrTakn": did you mean "ErrTaken"?`},
		{method("Locker", "Obtain", `"role": "acquire", "key": "arg0", "err": "result1", "busy": "ex.com/unknown.ErrX"`), ""},
		{method("Locker", "Obtain", `"role": "statement", "handle": "recv", "args": 1`), `"args": parameter 1 is not the variadic one`},
		{`{"types": [{"pkg": "ex.com/lock", "name": "Leas", "kind": "lease"}]}`, `type ex.com/lock.Leas: no such type: did you mean "Lease"?`},
		{`{"types": [{"pkg": "ex.com/lock", "name": "Lease", "errField": "Err"}]}`, `type ex.com/lock.Lease: no field "Err"`},
		{`{"errors": [{"pkg": "ex.com/lock", "name": "ErrTakn", "meaning": "busy"}]}`, `ex.com/lock has no "ErrTakn": did you mean "ErrTaken"?`},
	} {
		u, err := Decode([]byte(tt.doc))
		if err != nil {
			t.Errorf("%s: %v", tt.doc, err)
			continue
		}
		u.In("a.yaml")
		got := u.Mistakes(pkg, map[string]*types.Package{pkg.Path(): pkg})
		switch {
		case tt.want == "" && len(got) > 0:
			t.Errorf("%s: %v, want nothing", tt.doc, got)
		case tt.want != "" && (len(got) != 1 || !strings.Contains(got[0].Text, tt.want) || !strings.HasPrefix(got[0].At, "a.yaml:1:")):
			t.Errorf("%s:\n%v, want\n%s", tt.doc, got, tt.want)
		}
	}
}
