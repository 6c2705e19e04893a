package effects

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
)

// A panic that is recovered leaves behind what was held; one that is not ends the program, and with it the locks of the
// process.

// Recovered tells that a panic that leaves the function is recovered: by a function of the package that calls
// it, or by net/http, whose handler it is.
func (r *Result) Recovered(f *Function) bool {
	if r.recovered == nil {
		r.recovered = r.world.recovered(r.ir.Funcs)
	}
	return r.recovered[f.flow.of.Fn]
}

// recovered finds the functions below one that recovers.
func (w *world) recovered(funcs []*ssa.Function) map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	var below func(fn *ssa.Function)
	below = func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				if callee := call.Call.StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && !out[callee] {
					out[callee] = true
					below(callee)
				}
			}
		}
	}
	for _, fn := range funcs {
		if isHandler(fn) {
			out[fn] = true
			below(fn)
		}
		if w.recovers(fn) {
			below(fn)
		}
	}
	return out
}

// isHandler tells a handler of net/http, which recovers what it panics with.
func isHandler(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	return params.Len() == 2 && fn.Signature.Results().Len() == 0 &&
		typeName(params.At(0).Type()) == "http.ResponseWriter" && typeName(params.At(1).Type()) == "*http.Request"
}

// recovers tells that a deferred call of fn ends a panic.
func (w *world) recovers(fn *ssa.Function) bool {
	if fn.Recover == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			callee := d.Call.StaticCallee()
			if callee == nil {
				continue
			}
			if f := w.Function(callee); f != nil && slices.ContainsFunc(f.Cases, func(c section.Case) bool { return c.Recovers }) {
				return true
			}
		}
	}
	return false
}
