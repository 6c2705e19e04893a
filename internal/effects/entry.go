package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// entries finds the methods that release what they did not acquire, where another method of the type
// acquires the same and keeps it (Put locks, Commit unlocks): such a method begins with the lock held and
// with what the other method did under it.
func (w *world) entries() map[*ssa.Function]section.Entry {
	kept := map[*types.TypeName][]section.Case{}
	for _, fn := range w.ir.Funcs {
		recv := receiver(fn)
		f := w.memo[fn].fnOrNil()
		if recv == nil || f == nil {
			continue
		}
		for _, c := range f.Cases {
			if c.Exit == summary.Returns && len(keptLocks(c)) > 0 {
				kept[recv] = append(kept[recv], c)
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
		if e := entryOf(f, kept[recv]); len(e.Held) > 0 {
			out[fn] = e
		}
	}
	return out
}

// entryOf is what f begins with: the locks that it releases without having acquired them.
func entryOf(f *section.Function, kept []section.Case) section.Entry {
	var e section.Entry
	seen := map[string]bool{}
	for _, c := range f.Cases {
		for _, ev := range c.Events {
			if ev.Kind != summary.Release || ev.Acquired.IsValid() || ev.Lock.Handle == nil {
				continue
			}
			handle := ev.Lock.Handle.Loose()
			if seen[handle.String()] || handle.Root() == nil || handle.Root().Op != summary.Param || handle.Root().Index != 0 {
				continue
			}
			for _, k := range kept {
				for _, acq := range keptLocks(k) {
					if !summary.Equal(acq.Lock.Handle.Loose(), handle) || seen[handle.String()] {
						continue
					}
					seen[handle.String()] = true
					acq.Lock.Handle = handle
					e.Held = append(e.Held, acq)
					e.Before = append(e.Before, under(k)...)
				}
			}
		}
	}
	return e
}

// keptLocks are the acquires of a case whose locks are still held at its end, on paths of the receiver.
func keptLocks(c section.Case) []section.Event {
	var held []section.Event
	for _, e := range c.Events {
		switch e.Kind {
		case summary.Acquire:
			if r := e.Lock.Handle.Root(); r != nil && r.Op == summary.Param && r.Index == 0 {
				held = append(held, e)
			}
		case summary.Release:
			for i, h := range held {
				if h.Lock.Same(e.Lock) {
					held = append(held[:i:i], held[i+1:]...)
					break
				}
			}
		}
	}
	return held
}

// under are the statements of a case on handles of the receiver.
func under(c section.Case) []section.Event {
	var out []section.Event
	for _, e := range c.Events {
		if e.Kind == summary.Read || e.Kind == summary.Write {
			if r := e.Handle.Root(); r != nil && r.Op == summary.Param && r.Index == 0 {
				out = append(out, e)
			}
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
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}
