package section

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// Options are functions, or values with a method, that are run one after the other on a struct of settings which has its defaults:
//
//	o := options{ttl: 10 * time.Second}
//	for _, opt := range opts {
//		opt(&o)
//	}
//
// From the loop on, whether it is entered or not, a setting is what the options make of the default: the default itself where a
// caller gives none.

// optedPrefix begins the name of the call that is what options make of a default: of its first argument; the second is the slice
// of the options. The field follows.
const optedPrefix = "opted "

// opted is what the options make of a setting with a default.
func opted(field string, byDefault, options *summary.Expr) *summary.Expr {
	return summary.New(summary.Call, 0, optedPrefix+field, byDefault, options)
}

// isOpted tells what [opted] makes.
func isOpted(x *summary.Expr) bool {
	return x != nil && x.Op == summary.Call && strings.HasPrefix(x.Name, optedPrefix) && len(x.Args) == 2
}

// isOption tells the signature of a function that changes settings: all that it does to them is told.
func isOption(sig *types.Signature) bool {
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() > 1 {
		return false
	}
	return structBehind(sig.Params().At(0).Type()) != nil
}

// settings are the fields, by name, into which a function puts numbers and texts. Where it does so on some of the paths only it
// has to stay known that a field of the caller's may be no more what it was.
type settings map[string]bool

// settingsIn are those of a function, nil where there are none.
func settingsIn(fn *ssa.Function) settings {
	var set settings
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || !isSetting(store.Val.Type()) {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok {
				if set == nil {
					set = settings{}
				}
				if f := ssair.FieldOf(addr); f != nil {
					set[f.Name()] = true
				}
			}
		}
	}
	return set
}

// holds tells the address of such a field of the caller's.
func (s settings) holds(addr *summary.Expr) bool { return summary.IsSetting(addr) && s[addr.Name] }

// An optionLoop is where the elements of a slice are run on pointers.
type optionLoop struct {
	options ssa.Value
	on      []ssa.Value
}

// optionLoopsOf are those of a function, by the block in which the loop begins.
func optionLoopsOf(fn *ssa.Function) map[*ssa.BasicBlock][]optionLoop {
	out := map[*ssa.BasicBlock][]optionLoop{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() != nil {
				continue
			}
			elem := elementOf(call.Call.Value)
			if elem == nil {
				continue
			}
			if begin := beginning(elem.Index); begin != nil {
				out[begin] = append(out[begin], optionLoop{elem.X, call.Call.Args})
			}
		}
	}
	return out
}

// elementOf is the address of the element of a slice that a value was loaded from, or nil.
func elementOf(v ssa.Value) *ssa.IndexAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	elem, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	if _, ok := elem.X.Type().Underlying().(*types.Slice); !ok {
		return nil
	}
	return elem
}

// beginning is the block in which the loop begins that counts an index, or nil.
func beginning(index ssa.Value) *ssa.BasicBlock {
	if next, ok := index.(*ssa.BinOp); ok {
		index = next.X
	}
	if phi, ok := index.(*ssa.Phi); ok {
		return phi.Block()
	}
	return nil
}

// isSetting tells the types of numbers, texts and flags.
func isSetting(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// pointee is the struct that v points to, or nil.
func pointee(v ssa.Value) *types.Struct {
	if boxed, ok := v.(*ssa.MakeInterface); ok {
		v = boxed.X
	}
	return structBehind(v.Type())
}

// structBehind is the struct behind a pointer of the type, or nil.
func structBehind(t types.Type) *types.Struct {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	s, _ := p.Elem().Underlying().(*types.Struct)
	return s
}

// opt puts what the options make of them in the place of the settings that a loop over options, which begins in b, may change.
func (w *walker) opt(b *ssa.BasicBlock, c *config) {
	if w.options == nil {
		w.options = optionLoopsOf(w.fn.Fn)
	}
	for _, loop := range w.options[b] {
		options := w.eval(c, loop.options)
		for _, on := range loop.on {
			w.change(c, pointee(on), w.eval(c, on), isSetting, func(field string, x *summary.Expr) *summary.Expr {
				if options == nil {
					return nil
				}
				return opted(field, x, options)
			})
		}
	}
}

// change puts something else in the place of what is known of the fields of such types of a struct at an address.
func (w *walker) change(c *config, in *types.Struct, base *summary.Expr, is func(types.Type) bool, to func(field string, x *summary.Expr) *summary.Expr) {
	if in == nil || base == nil {
		return
	}
	whole, copied := c.cells.lookup(base.String())
	changed := false
	for f := range in.Fields() {
		addr := base.Dot(f.Name())
		x, known := c.content(addr)
		if !known || x == nil {
			continue
		}
		if is(f.Type()) && !isOpted(x) {
			changed, x = true, to(f.Name(), x)
		}
		if copied || x == nil || isOpted(x) {
			c.set(addr, x)
		}
	}
	if changed && copied && whole.X != nil { // it is no more what it was copied from
		c.cells.remove(base.String())
	}
}

// detach gives a struct that is loaded from a variable fields of its own where some are no more what they were in the struct that was
// copied to it.
func (w *walker) detach(c *config, load *ssa.UnOp) {
	s, ok := load.Type().Underlying().(*types.Struct)
	addr := w.eval(c, load.X)
	if !ok || addr == nil || addr.Op != summary.Local {
		return
	}
	whole, copied := c.cells.lookup(addr.String())
	if !copied || whole.X == nil || len(c.fieldsOf(addr)) == 0 {
		return
	}
	for f := range s.Fields() {
		to := addr.Dot(f.Name())
		if c.cells.has(to.String()) {
			continue
		}
		if x, known := c.content(to); known {
			c.set(to, x)
		} else {
			c.set(to, whole.X.Dot(f.Name()))
		}
	}
	c.cells.remove(addr.String())
}

// loseSettings forgets the fields of such types in structs whose addresses a call gives to a function of which nothing is known.
func (w *walker) loseSettings(c *config, site callSite, is func(types.Type) bool) {
	first := len(site.args) - len(site.common.Args) // a receiver may stand before them
	for i, v := range site.common.Args {
		if first+i >= 0 && first+i < len(site.args) {
			w.change(c, pointee(v), site.args[first+i], is, func(string, *summary.Expr) *summary.Expr { return nil })
		}
	}
}

// afterOptions is what options make of a default where they are known; where they are not, it is as unknown as it was, but the same each time.
func (w *walker) afterOptions(c *config, x *summary.Expr) *summary.Expr {
	if x == nil || !x.Has(summary.Call) {
		return x
	}
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if !isOpted(e) {
			return nil, false
		}
		field, byDefault, options := e.Name[len(optedPrefix):], w.afterOptions(c, e.Args[0]), e.Args[1]
		if options.Op == summary.Nil {
			return byDefault, true
		}
		if x := w.runOptions(elements(c, options), field, byDefault); x != nil {
			return x, true
		}
		return opted(field, byDefault, options), true
	})
}

// runOptions is what a setting is after options have run on it, or nil.
func (w *walker) runOptions(options []*summary.Expr, field string, x *summary.Expr) *summary.Expr {
	if len(options) == 0 {
		return nil
	}
	for _, option := range options {
		if option == nil || option.Op != summary.Func {
			return nil
		}
		cases, known := w.world.Named(option.Name)
		if !known || len(cases) == 0 {
			return nil
		}
		var ok bool
		if x, ok = setBy(cases, option, field, x); !ok {
			return nil
		}
	}
	return x
}

// setBy is what a function leaves of a setting of its first parameter, if that is the same in all cases.
func setBy(cases []Case, fn *summary.Expr, field string, before *summary.Expr) (after *summary.Expr, ok bool) {
	addr := summary.ParamOf(0).Dot(field)
	for i, k := range cases {
		x := before
		if len(k.Stores) >= maxStores {
			return nil, false
		}
		for _, s := range k.Stores {
			switch {
			case summary.Equal(s.Addr, addr):
				x = s.X.Map(func(e *summary.Expr) (*summary.Expr, bool) {
					if e.Op == summary.Free && e.Index < len(fn.Args) {
						return fn.Args[e.Index], true
					}
					return nil, false
				})
				if x == nil || x.Has(summary.Param, summary.Free, summary.Fresh, summary.Result) {
					return nil, false
				}
			case s.Addr.Op == summary.Param:
				return nil, false
			}
		}
		if i > 0 && !summary.Equal(x, after) {
			return nil, false
		}
		after = x
	}
	return after, after != nil
}
