package section

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// maxScript is how long a script may be that does nothing but take a lock, or give it back.
const maxScript = 600

// scriptText is the text of the script that the call runs: what it is given, or what the script was made of that it is
// called on, which is mostly a package variable or a field.
func (l libraryCall) scriptText() *summary.Expr {
	if text := l.place(l.entry.SQL); text != nil && text.Op == summary.Const && len(text.Name) <= maxScript {
		return text
	}
	v := valueAt(l.site.common, l.off, l.entry.SQL)
	if l.entry.SQL == catalog.Recv {
		v = receiverOf(l.site.common)
	}
	return l.madeOf(v)
}

// madeOf is the constant text that a value is, or that a script was made of, or nil.
func (w *walker) madeOf(v ssa.Value) *summary.Expr {
	for range maxChain {
		switch x := v.(type) {
		case *ssa.Const:
			if x.Value == nil || x.Value.Kind() != constant.String {
				return nil
			}
			if text := constant.StringVal(x.Value); len(text) <= maxScript {
				return summary.ConstOf(text)
			}
			return nil
		case *ssa.UnOp:
			switch from := x.X.(type) {
			case *ssa.Global:
				v = w.world.Assigned(from.Object())
			case *ssa.FieldAddr:
				v = w.world.Assigned(ssair.FieldOf(from))
			case *ssa.Alloc:
				v = onlyStore(from)
			default:
				return nil
			}
		case *ssa.Call:
			v = w.scriptSource(&x.Call)
		default:
			return nil
		}
	}
	return nil
}

// scriptSource is the text in a call that makes a script.
func (w *walker) scriptSource(call *ssa.CallCommon) ssa.Value {
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	e := w.world.Catalog().Lookup(w.world.Object(fn))
	if e == nil || e.Role != catalog.Script || len(e.Recv) > 0 {
		return nil
	}
	return valueAt(call, 0, e.SQL)
}
