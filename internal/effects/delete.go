package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A lock made of a key (SET NX) is released by whoever deletes the key. Which acquire a deletion belongs to is found
// by the key: on the path, or by its template, or by the field or parameter in which both methods of a type get it.

// A Taken is a place at which a key is set that nobody else may have set.
type Taken struct {
	Pattern string        // of the key; empty: unknown
	Place   string        // the field or parameter of a type in which the key stands, or empty
	Func    string        // the function
	Event   *Event        // nil: in another package
	Token   *summary.Expr // what is stored, where that is known
}

// A TakenKey is a Taken as other packages know it.
type TakenKey struct{ Pattern, Func string }

// maxTaken bounds the keys that travel with a table.
const maxTaken = 128

// takens are the keys that are taken in this package and in those that it imports.
func (w *world) takens() []Taken {
	if w.taken != nil {
		return w.taken
	}
	out := []Taken{}
	for _, fn := range w.ir.Funcs {
		if f := w.memo[fn].fnOrNil(); f != nil && !w.inTest(fn.Pos()) {
			out = append(out, w.takenBy(fn, f)...)
		}
	}
	for _, k := range w.importedTaken() {
		out = append(out, Taken{Pattern: k.Pattern, Func: k.Func})
	}
	w.taken = out
	return out
}

// takenBy are the keys that a function takes.
func (w *world) takenBy(fn *ssa.Function, f *section.Function) []Taken {
	var out []Taken
	add := func(t Taken) {
		if (t.Pattern != "" || t.Place != "") && !slices.ContainsFunc(out, func(o Taken) bool { return o.Pattern == t.Pattern && o.Place == t.Place }) {
			out = append(out, t)
		}
	}
	for _, c := range f.Cases {
		for _, e := range c.Events {
			if !takesKey(e) {
				continue
			}
			t := Taken{Pattern: pattern(e.Lock.Key), Place: placeOf(fn, e.Lock.Key), Func: fn.String(), Event: &Event{e}, Token: e.Token}
			add(t)
			for _, kept := range keptPlaces(fn, c, e.Lock.Key) {
				t.Place = kept
				add(t)
			}
		}
	}
	for _, p := range f.Paths {
		for _, e := range p.Events {
			if takesKey(e) {
				add(Taken{Pattern: pattern(e.Lock.Key), Place: placeOf(fn, e.Lock.Key), Func: fn.String(), Event: &Event{e}, Token: e.Token})
			}
		}
	}
	return out
}

func takesKey(e section.Event) bool {
	return e.Kind == summary.Acquire && e.Lock.Kind == catalog.Lease && e.Lock.Handle == nil && e.Lock.Key != nil
}

// pattern is the template of a key, if there is a letter in it: what is put together of holes alone says nothing.
func pattern(key *summary.Expr) string {
	p := key.Pattern()
	if strings.ContainsFunc(p, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) {
		return p
	}
	return ""
}

// placeOf names the field of the receiver in which a method has a key, or says that its caller gives it.
func placeOf(fn *ssa.Function, key *summary.Expr) string {
	owner := ownerOf(fn)
	if key == nil || owner == "" {
		return ""
	}
	if key.Op == summary.Param {
		return owner + "(key)"
	}
	if key.Op == summary.Field && summary.Equal(key.Root(), summary.ParamOf(0)) && receiver(fn) != nil {
		return owner + strings.TrimPrefix(key.String(), summary.ParamOf(0).String())
	}
	return ""
}

// ownerOf is the type whose method fn is, or its package.
func ownerOf(fn *ssa.Function) string {
	if recv := receiver(fn); recv != nil {
		return fullName(recv)
	}
	if fn.Pkg == nil || fn.Parent() != nil {
		return ""
	}
	return fn.Pkg.Pkg.Path()
}

func fullName(tn *types.TypeName) string {
	if tn.Pkg() == nil {
		return tn.Name()
	}
	return tn.Pkg().Path() + "." + tn.Name()
}

// keptPlaces are the fields of what fn returns in which a case leaves a key.
func keptPlaces(fn *ssa.Function, c section.Case, key *summary.Expr) []string {
	var out []string
	results := fn.Signature.Results()
	for i := range results.Len() {
		tn := named(results.At(i).Type())
		if tn == nil {
			continue
		}
		prefix := summary.ResultOf(i).String()
		for _, s := range c.Stores {
			if summary.Equal(s.X, key) && summary.Equal(s.Addr.Root(), summary.ResultOf(i)) {
				out = append(out, fullName(tn)+strings.TrimPrefix(s.Addr.String(), prefix))
			}
		}
		if i < len(c.Results) && c.Results[i] != nil && c.Results[i].Op == summary.Struct {
			for k, field := range c.Results[i].Names {
				if summary.Equal(c.Results[i].Args[k], key) {
					out = append(out, fullName(tn)+"."+field)
				}
			}
		}
	}
	return out
}

// importedTaken are the keys that the packages imported know of.
func (w *world) importedTaken() []TakenKey {
	var out []TakenKey
	for _, t := range w.importedTables() {
		for _, k := range t.Taken {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}

// takenKeys are the keys that the importers are told of.
func (w *world) takenKeys() []TakenKey {
	var out []TakenKey
	for _, t := range w.takens() {
		if k := (TakenKey{t.Pattern, t.Func}); t.Pattern != "" && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b TakenKey) int { return strings.Compare(a.Pattern+" "+a.Func, b.Pattern+" "+b.Func) })
	if len(out) > maxTaken {
		out = out[:maxTaken]
	}
	return out
}

// TakenFor finds the acquire that a release of a key belongs to: on the path, or the first that takes the same key. ok is
// false where none is known.
func (r *Result) TakenFor(fn *Function, rel Release) (t Taken, ok bool) {
	if rel.By != nil {
		return Taken{Pattern: pattern(rel.By.Lock.Key), Func: fn.Name, Event: rel.By, Token: rel.By.Token}, true
	}
	p, place := pattern(rel.Lock.Key), placeOf(fn.fn, rel.Lock.Key)
	for _, t := range r.world.takens() {
		if p != "" && t.Pattern == p || p == "" && place != "" && t.Place == place {
			return t, true
		}
	}
	if p == "" && r.KeyGiven(fn, rel) && CallsItRelease(shortFunc(fn.Name)) {
		return r.takenByCaller(fn)
	}
	return Taken{}, false
}

// takenByCaller finds the acquire of a key that a caller gives to a function which releases it.
func (r *Result) takenByCaller(fn *Function) (Taken, bool) {
	for _, g := range r.funcs {
		for _, rel := range g.Releases {
			if rel.By != nil && rel.Blind && !rel.Imported && len(rel.Via) == 1 && rel.Via[0] == fn.Called() && takesKey(rel.By.Event) && !r.InTest(rel.By.Pos) {
				return Taken{Pattern: pattern(rel.By.Lock.Key), Func: g.Name, Event: rel.By, Token: rel.By.Token}, true
			}
		}
	}
	return Taken{}, false
}

// KeyGiven tells that the caller of a function gives the key of the release.
func (r *Result) KeyGiven(fn *Function, rel Release) bool {
	return rel.Lock.Key != nil && rel.Lock.Key.Op == summary.Param
}

// NoLock says why a key that is taken and deleted is no lock: a throttle, or a mark that something was done once. It is
// "" where it is one.
func (r *Result) NoLock(fn *Function, rel Release, t Taken) string {
	key := firstText(pattern(rel.Lock.Key), t.Pattern)
	names := []string{shortFunc(t.Func), shortFunc(fn.Name)}
	if rel.By == nil && len(rel.Via) > 0 {
		names = append(names, rel.Via...)
	}
	switch {
	case !CallsItLock(key) && CallsItMarker(append(names, key)...):
		return "the key is called a throttle or a mark that something was done once"
	case r.world.inTest(fn.fn.Pos()):
		return "a test deletes the key, to begin anew"
	case rel.Unheld:
		return ""
	case rel.By != nil:
		return fn.marker(rel)
	case !CallsItLock(append(names, key)...):
		return "nothing calls the key a lock, and it is taken and deleted in different functions: it may be a mark"
	case key == "" && !CallsItRelease(shortFunc(fn.Name)):
		return "the caller gives the key: what it stands for is seen there"
	}
	return ""
}

func firstText(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// shortFunc is a function's name with its receiver, without its package.
func shortFunc(full string) string { return full[strings.LastIndex(full, "/")+1:] }

// marker says why a key that the function takes and deletes itself is a mark: it is kept where the work succeeds.
func (f *Function) marker(rel Release) string {
	for _, r := range f.Releases {
		if r.By != nil && r.Lock.Same(rel.Lock) && !r.Failing {
			return "" // it is deleted after success
		}
	}
	return "the key is kept on success and deleted only where something failed: a mark that something was done"
}

// InnerPlaces are the places in function literals whose releases are judged in the functions around.
func InnerPlaces(r *Result) map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, fn := range r.funcs {
		for _, rel := range fn.Releases {
			out[rel.Inner] = true
		}
	}
	return out
}
