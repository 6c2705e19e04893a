package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// What bounds the calls of a client is often said far from them: where a constructor puts the client into a
// field, or where a package variable is declared. A field that only this package can assign to, and to which it
// assigns the same limit everywhere, has that limit; so has a package variable. Where one assignment is not
// understood, nothing is known.

// A limits looks limits up in the code of one package, whatever the path.
type limits struct {
	w       *world
	stores  map[slot][]ssa.Value // what is assigned to a field or package variable, and to the fields of what it leads to
	loose   map[string]bool      // fields of clients that are assigned to through a value of which nothing is known
	calls   map[*ssa.Function][]*ssa.CallCommon
	taken   map[*ssa.Function]bool // functions used as values
	changed map[ssa.Value][]string // parameters and new values of whose limits some, the fields, are assigned to somewhere else
	known   map[string]limitText
}

// A slot is a field or package variable, or a field (sub) of what it leads to.
type slot struct {
	v   types.Object
	sub string
}

// A limitText is the number of nanoseconds, if it is known.
type limitText struct {
	ns string
	ok bool
}

// maxLimitDepth bounds how far a limit is followed.
const maxLimitDepth = 12

// Limit looks for the limit at a path: the field nearest to the limit tells the most.
func (w *world) Limit(root types.Type, path *summary.Expr) (string, bool) {
	slots := w.slots(root, path)
	for i := len(slots) - 1; i >= 0; i-- {
		if t := w.assignedLimits().of(slots[i].v, slots[i].rest); t.ok {
			return t.ns, true
		}
	}
	return "", false
}

// of is the limit at path behind a field or variable.
func (l *limits) of(v types.Object, path []string) limitText {
	if path == nil {
		return limitText{}
	}
	key := strings.Join(path, ".") + "@" + l.w.pass.Fset.Position(v.Pos()).String() + v.Name()
	if t, ok := l.known[key]; ok {
		return t
	}
	l.known[key] = limitText{} // on a cycle
	t := l.assigned(v, path, 0)
	l.known[key] = t
	return t
}

// assigned joins what is assigned to a field or variable.
func (l *limits) assigned(v types.Object, path []string, depth int) limitText {
	full := ""
	if v.Pkg() != nil {
		full = v.Pkg().Path() + "." + v.Name()
	}
	switch f, _ := v.(*types.Var); {
	case len(path) > 0 && l.loose[path[len(path)-1]]:
		return limitText{}
	case catalog.Unlimited(full):
		if len(path) > 0 && len(l.stores[slot{v, path[0]}]) == 0 && len(l.stores[slot{v: v}]) == 0 {
			return limitText{"0", true}
		}
		return limitText{}
	case f == nil || v.Pkg() != l.w.pass.Pkg:
		return l.w.importedLimit(v, path)
	case f.IsField() && f.Exported() && v.Pkg().Name() != "main":
		return limitText{}
	}
	var j join
	for _, val := range l.stores[slot{v: v}] {
		j.add(l.eval(val, path, env{}, depth+1))
	}
	if len(path) > 0 {
		for _, val := range l.stores[slot{v, path[0]}] {
			j.add(l.eval(val, path[1:], env{}, depth+1))
		}
	}
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct && !j.some {
		j.add(l.zero(v.Type(), path))
	}
	return j.result()
}

// importedLimit is what a fact says of a package variable of another package.
func (w *world) importedLimit(v types.Object, path []string) limitText {
	var fact Limits
	if v.Pkg() == nil || v.Pkg() == w.pass.Pkg || !w.pass.ImportObjectFact(v, &fact) {
		return limitText{}
	}
	for _, e := range fact.Fields {
		if e.Path == strings.Join(path, ".") {
			return limitText{e.NS, true}
		}
	}
	return limitText{}
}

// A join is a limit that is the same wherever it comes from.
type join struct {
	text  string
	some  bool
	mixed bool
}

func (j *join) add(t limitText, skip bool) {
	switch {
	case skip:
	case !t.ok || j.some && j.text != t.ns:
		j.mixed = true
	}
	if !skip {
		j.some, j.text = true, t.ns
	}
}

func (j *join) result() limitText {
	if !j.some || j.mixed {
		return limitText{}
	}
	return limitText{j.text, true}
}
