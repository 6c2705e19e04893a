package effects

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// What is known of the lock that is taken at a place, for those who list all of them.

// targets are the functions of the project that a call may run, by their full names.
func (w *world) targets(call *ssa.CallCommon) []string {
	k := w.known(call)
	switch {
	case k.entry != nil || k.obj == nil && k.fn == nil:
		return nil
	case k.fn != nil:
		return []string{k.fn.String()}
	}
	out := []string{k.obj.FullName()}
	for _, impl := range w.methods(k.obj) {
		out = append(out, impl.FullName())
	}
	return out
}

// KeyText is the text of a key as an expression of the source builds it, with {} for what is not constant: "" where
// nothing is known of it.
func (r *Result) KeyText(e ast.Expr) string {
	text := keyexpr.Pattern(r.Keys().index.reader().Pieces(e))
	if strings.Trim(text, summary.Hole) == "" {
		return ""
	}
	return text
}

// Callee is what a call of a declared function is known to do: whether anything is, whether it takes a lock, and how it
// gives one back, nil where it does not.
func (r *Result) Callee(obj *types.Func) (known, takesOne bool, release *Event) {
	e := r.world.Catalog().Lookup(obj)
	if e != nil {
		if e.Role == catalog.Release || e.Role == catalog.Delete {
			release = &Event{section.Event{Event: summary.Event{Kind: summary.Release, Lock: summary.Lock{Kind: e.Kind}, Blind: e.Role == catalog.Delete}}}
		}
		return true, takes(e), release
	}
	cases, ok := r.world.declared(obj)
	switch {
	case obj.Pkg() == r.world.pass.Pkg && !isInterfaceMethod(obj):
		if fn := r.world.ir.Func(obj.Origin()); fn != nil {
			if f := r.world.Function(fn); f != nil {
				cases, ok = f.Cases, true
			}
		}
	case !ok && isInterfaceMethod(obj):
		cases, _ = r.world.Implementations(obj)
		ok = cases != nil
	}
	for _, c := range cases {
		for _, e := range c.Events {
			if e.Kind == summary.Release && release == nil {
				release = &Event{e}
			}
		}
	}
	return ok, locks(cases), release
}

func isInterfaceMethod(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// A Taking is one path on which a lock is taken: at position At of the events of Path.
type Taking struct {
	Func *Function
	Path Path
	At   int
}

// Acquire is the event that takes the lock.
func (t Taking) Acquire() Event { return t.Path.Events[t.At] }

// Takings are the paths on which locks are taken, or rows locked, by the place where that happens; those of functions
// before those of literals in them.
func (r *Result) Takings(wanted func(Event) bool) []Taking {
	var out, inside []Taking
	for _, fn := range r.funcs {
		for _, p := range fn.Paths {
			for i, e := range p.Events {
				switch {
				case !wanted(e) || e.LocksData() && !p.ownRows(i) || e.OwnStatement() && !r.StandsHere(fn, e):
				case fn.Literal():
					inside = append(inside, Taking{fn, p, i})
				default:
					out = append(out, Taking{fn, p, i})
				}
			}
		}
	}
	return append(out, inside...)
}

// ownRows tells that rows locked at position i are locked in a transaction of this function or of its callers, not in
// one of a callee, which is over.
func (p Path) ownRows(i int) bool {
	e := p.Events[i]
	begin, open := p.OpenAt(e.Handle, i)
	switch {
	case !open:
		return false
	case begin < 0:
		return Received(e.Handle)
	}
	return len(e.Via) == 0 || !p.Events[begin].SameCall(e)
}

// Defences are what a statement under a lock has beside the lock.

// A Defence is what keeps a write right where the lock fails.
type Defence uint8

// The defences.
const (
	ByRowLock    Defence = iota // the rows are locked in the transaction, or that is serializable
	ByRelative                  // it is computed in the store
	ByUpsert                    // it inserts what is not there yet
	ByCondition                 // it takes effect only where the rows are as expected, and the program looks at the row count
	ByUnique                    // the violation of a unique constraint is handled
	ByOtherLocks                // another lock is held that other processes see
)

func (d Defence) String() string {
	return [...]string{"row lock", "computed in the store", "upsert", "condition and row count", "unique constraint", "another lock"}[d]
}

// Defences are the defences of the write at position k, beside the lock that is taken at position i.
func (p Path) Defences(i, k int) []Defence {
	write := p.Events[k]
	var out []Defence
	add := func(d Defence, is bool) {
		if is {
			out = append(out, d)
		}
	}
	add(ByRowLock, p.rowsLockedFor(k))
	add(ByRelative, write.Traits.Has(summary.Relative))
	add(ByUpsert, write.Traits.Has(summary.Upsert) && !write.Traits.Has(summary.Overwrites))
	add(ByCondition, write.Traits.Has(summary.Guarded|summary.Counted))
	add(ByUnique, write.Traits.Has(summary.Unique))
	add(ByOtherLocks, slices.ContainsFunc(p.HeldAt(k), func(h int) bool { return p.guardsToo(h, i) }))
	return out
}

// guardsToo tells that the lock that is taken at position h keeps others out beside the one that is taken at position i: it is another one,
// other processes see it, and they cannot share it. Two of one template guard two rows, as of both accounts of a transfer.
func (p Path) guardsToo(h, i int) bool {
	other, lock := p.Events[h].Lock, p.Events[i].Lock
	if h == i || other.Kind == catalog.Process || other.Shared {
		return false
	}
	template := other.Key.Pattern()
	return template == "" || other.Kind != lock.Kind || template != lock.Key.Pattern()
}
