package effects

import (
	"go/types"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/ssair"
)

// usesLocks tells that a package, of which nothing else says that it can matter, names a function of another package of
// the project that takes a lock and keeps it, or runs a function under it, or a method of an interface that is presumed to: all
// of it hangs on what is known of that one.
func (w *world) usesLocks() bool {
	if w.ir.SSA != nil || w.ir.Err != nil || !ssair.Ours(w.pass, w.catalog) {
		return false
	}
	for _, obj := range w.pass.TypesInfo.Uses { // whichever it is: the order does not matter
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || catalog.IsStd(fn.Pkg().Path()) || w.catalog.Covers(fn.Pkg().Path()) {
			continue
		}
		if locks(presumed(fn)) {
			return true
		}
		if cases, known := w.declared(fn); fn.Pkg() != w.pass.Pkg && known && locks(cases) {
			return true
		}
	}
	return false
}
