package effects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// entries finds the methods that release what they did not acquire, where another method of the type, or a
// function that makes the type, acquires the same and keeps it (Put or Open locks, Commit unlocks): such a
// method begins with the lock held and with what the other methods do under it.
func (w *world) entries() map[*ssa.Function]section.Entry {
	kept := map[*types.TypeName][]section.Event{}
	work := map[*types.TypeName][]section.Event{}
	for _, fn := range w.ir.Funcs {
		f := w.memo[fn].fnOrNil()
		if f == nil || fn.Parent() != nil {
			continue
		}
		for _, c := range f.Cases {
			if c.Exit != summary.Returns {
				continue
			}
			if recv := receiver(fn); recv != nil {
				kept[recv] = append(kept[recv], keptLocks(c, summary.ParamOf(0))...)
				work[recv] = append(work[recv], on(c, summary.ParamOf(0))...)
			}
			for i := range fn.Signature.Results().Len() {
				if made := named(fn.Signature.Results().At(i).Type()); made != nil {
					kept[made] = append(kept[made], keptLocks(c, summary.ResultOf(i))...)
				}
			}
		}
	}
	out := map[*ssa.Function]section.Entry{}
	for _, fn := range w.ir.Funcs {
		recv := receiver(fn)
		f := w.memo[fn].fnOrNil()
		if recv == nil || f == nil || len(kept[recv]) == 0 {
			continue
		}
		if e := entryOf(f, kept[recv], work[recv]); len(e.Held) > 0 {
			out[fn] = e
		}
	}
	return out
}

// entryOf is what f begins with: the locks that it releases without having acquired them.
func entryOf(f *section.Function, kept, work []section.Event) section.Entry {
	var e section.Entry
	seen := map[string]bool{}
	for _, c := range f.Cases {
		for _, ev := range c.Events {
			if ev.Kind != summary.Release || ev.Acquired.IsValid() || ev.Lock.Handle == nil || ev.Assume != "" || missedBefore(f, ev) {
				continue
			}
			handle := ev.Lock.Handle.Loose()
			for _, acq := range kept {
				if seen[handle.String()] || !summary.Equal(acq.Lock.Handle, handle) {
					continue
				}
				seen[handle.String()] = true
				e.Held = append(e.Held, acq)
			}
		}
	}
	if len(e.Held) > 0 && commits(f) {
		e.Before = work
	}
	return e
}

// missedBefore tells a release on a path on which the lock was asked for and not obtained: it is given back all the
// same, and was not held on entry.
func missedBefore(f *section.Function, release section.Event) bool {
	return slices.ContainsFunc(f.Paths, func(p section.Path) bool {
		missed := false
		for _, e := range p.Events {
			missed = missed || e.Kind == summary.Missed && e.Lock.Same(release.Lock)
			if missed && e.Kind == summary.Release && e.Pos == release.Pos {
				return true
			}
		}
		return false
	})
}

// commits tells that the function ends a transaction of its receiver. One that does not is called before or
// after the method that does: nobody knows.
func commits(f *section.Function) bool {
	for _, c := range f.Cases {
		for _, e := range c.Events {
			if e.Kind == summary.Commit && summary.Equal(e.Handle.Root(), summary.ParamOf(0)) {
				return true
			}
		}
	}
	return false
}

// keptLocks are the acquires of a case whose locks are still held at its end, on paths from root, written
// as the paths of a receiver without their indices.
func keptLocks(c section.Case, root *summary.Expr) []section.Event {
	var held []section.Event
	for _, e := range c.Events {
		switch e.Kind {
		case summary.Acquire:
			e.Lock.Handle = keptIn(c, e.Lock.Handle)
			if summary.Equal(e.Lock.Handle.Root(), root) {
				held = append(held, e)
			}
		case summary.Release:
			held = slices.DeleteFunc(held, func(h section.Event) bool { return h.Lock.Same(e.Lock) })
		}
	}
	for i := range held {
		held[i].Lock.Handle = held[i].Lock.Handle.Loose().Map(func(x *summary.Expr) (*summary.Expr, bool) {
			return summary.ParamOf(0), summary.Equal(x, root)
		})
	}
	return held
}

// keptIn is the field in which the case leaves a handle that it made.
func keptIn(c section.Case, handle *summary.Expr) *summary.Expr {
	for _, s := range c.Stores {
		if summary.Equal(s.X, handle) {
			return s.Addr
		}
	}
	return handle
}

// on are the statements of a case on handles that root leads to.
func on(c section.Case, root *summary.Expr) []section.Event {
	var out []section.Event
	for _, e := range c.Events {
		if (e.Kind == summary.Read || e.Kind == summary.Write) && summary.Equal(e.Handle.Root(), root) {
			out = append(out, e)
		}
	}
	return out
}

// receiver is the type whose method fn is.
func receiver(fn *ssa.Function) *types.TypeName {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Parent() != nil {
		return nil
	}
	return named(recv.Type())
}

// named is the declared type of t or of what t points to, or nil.
func named(t types.Type) *types.TypeName {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}
