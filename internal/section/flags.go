package section

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// Flags are fields of type bool that say whether something is still to be done: released, closed, locked. They begin
// as false, and what a method leaves in one decides what the next does.

// maxFlags bounds how many of them are followed in one struct.
const maxFlags = 4

// flags are the bool fields of a variable of a struct type of this package.
func (w *walker) flags(v *ssa.Alloc) []string {
	t, ok := types.Unalias(v.Type().Underlying().(*types.Pointer).Elem()).(*types.Named)
	if !ok || w.fn.Fn.Pkg == nil || t.Obj().Pkg() != w.fn.Fn.Pkg.Pkg {
		return nil
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	for f := range s.Fields() {
		if b, ok := f.Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
			out = append(out, f.Name())
		}
	}
	if len(out) > maxFlags {
		return nil
	}
	return out
}

// isFlag tells a known bool in a field of something that the caller knows.
func isFlag(addr, x *summary.Expr) bool {
	return addr.Op == summary.Field && x.Op == summary.Const && (x.Name == "true" || x.Name == "false")
}

// mayBeFlag tells what is known of a flag of the caller, or that it may be anything. Of a captured variable that was
// assigned to on some of the paths it has to stay known that it may be anything: it is no more what it was at the entry.
func mayBeFlag(s summary.Store) bool {
	return s.Addr.Op == summary.Free || s.Addr.Op == summary.Field && (s.X == nil || isFlag(s.Addr, s.X)) && s.Addr.Has(summary.Param, summary.Free)
}

// loseFlags forgets the flags of the structs whose addresses are given to a function of which nothing is known.
func (c *config) loseFlags(args []*summary.Expr) {
	for _, a := range args {
		if a == nil || a.Op != summary.Local && a.Op != summary.Field {
			continue
		}
		for _, f := range c.fieldsOf(a) {
			if f.X != nil && isFlag(f.Addr, f.X) {
				c.cells.remove(f.Addr.String())
			}
		}
	}
}

// forgetFlag forgets what is known of a flag that a callee may have set.
func (c *config) forgetFlag(addr *summary.Expr) {
	if unknown := (summary.Store{Addr: addr}); mayBeFlag(unknown) {
		c.store(addr, nil)
		return
	}
	c.cells.remove(addr.String())
	c.truths.remove(addr.String())
}
