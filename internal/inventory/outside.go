package inventory

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
)

// A mutex of the process is a site if something outside of the process is waited for under it. Where the flow of the
// functions shows no such thing, the calls between the lock and the unlock are looked at: those that nobody can see into
// count, too, if they may fail or can be canceled. See docs/inventory.md for what counts.

// A Way says what a function of the program calls, as far as another package has to know of it.
type Way struct {
	Func  string   // the full name
	Out   []string // what it calls that leads out of the process, or that cannot be seen into, behind the functions on the way
	Calls []string // functions of other packages of the program that it calls, by their full names
}

// A Call is a call under a mutex.
type Call struct {
	Func  string // of another package of the program, of which it is not known yet whether it leads out: "" if it is
	Event Event  // that the timeline gets
}

// Ways are those functions of the package of a collector that lead out, or call functions of other packages that may.
func (c *collector) ways() []Way {
	var out []Way
	for fn := range c.functions() {
		if obj, ok := c.r.Pass().TypesInfo.Defs[fn.Name].(*types.Func); ok {
			if w := c.wayOf(obj); len(w.Out)+len(w.Calls) > 0 {
				out = append(out, w)
			}
		}
	}
	return out
}

// wayOf is the way of a function of the package.
func (c *collector) wayOf(obj *types.Func) Way {
	if w, ok := c.wayMemo[obj]; ok {
		return w
	}
	w := Way{Func: obj.FullName()}
	c.wayMemo[obj] = w // a function that calls itself adds nothing
	c.following[obj] = true
	defer delete(c.following, obj)
	fn := c.declared()[obj]
	if fn == nil {
		return w
	}
	c.eachCall(fn.Body, func(call *ast.CallExpr) {
		if len(w.Out) > 0 || c.isParam(fn, call.Fun) { // what a caller gives is the caller's business
			return
		}
		out, calls := c.leads(call)
		w.Out, w.Calls = out, append(w.Calls, calls...)
	})
	slices.Sort(w.Calls)
	if w.Calls = slices.Compact(w.Calls); len(w.Out) > 0 {
		w.Calls = nil
	}
	c.wayMemo[obj] = w
	return w
}

// declared are the declarations of the functions of the package that have a body.
func (c *collector) declared() map[*types.Func]*ast.FuncDecl {
	if c.decls == nil {
		c.decls = map[*types.Func]*ast.FuncDecl{}
		for fn := range c.functions() {
			if obj, ok := c.r.Pass().TypesInfo.Defs[fn.Name].(*types.Func); ok {
				c.decls[obj] = fn
			}
		}
	}
	return c.decls
}

// isParam tells a parameter of a function.
func (c *collector) isParam(fn *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := c.r.Pass().TypesInfo.Uses[id]
	return obj != nil && fn.Type.Pos() <= obj.Pos() && obj.Pos() < fn.Type.End()
}

// eachCall visits the calls that are made where a node is executed: not those of other goroutines, nor those of functions
// that are kept.
func (c *collector) eachCall(root ast.Node, visit func(*ast.CallExpr)) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if _, lit := ast.Unparen(e).(*ast.FuncLit); !lit {
					c.eachCall(e, visit)
				}
			}
			return false
		case *ast.AssignStmt:
			for _, e := range slices.Concat(n.Lhs, n.Rhs) {
				if _, lit := ast.Unparen(e).(*ast.FuncLit); !lit {
					c.eachCall(e, visit)
				}
			}
			return false
		case *ast.CompositeLit:
			return !slices.ContainsFunc(n.Elts, func(e ast.Expr) bool {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				_, lit := e.(*ast.FuncLit)
				return lit
			})
		case *ast.CallExpr:
			visit(n)
		}
		return true
	})
}

// leads says through which functions a call leads out of the process, or into what cannot be seen, or else the functions of
// other packages of the program of which that has to be asked.
func (c *collector) leads(call *ast.CallExpr) (out, calls []string) {
	info := c.r.Pass().TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return nil, nil
	}
	if _, lit := ast.Unparen(call.Fun).(*ast.FuncLit); lit { // its calls are looked at
		return nil, nil
	}
	name := types.ExprString(call.Fun)
	obj, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return c.leadsValue(call.Fun)
	}
	obj = obj.Origin()
	sig := obj.Signature()
	switch {
	case obj.Pkg() == nil || logs(obj): // error.Error
		return nil, nil
	case c.r.LeadsOut(obj) || serves(obj) || catalog.SendsOnStream(obj) || catalog.Dials(obj) && c.waitsForConnection(call):
		return []string{name}, nil
	case c.r.Covers(obj.Pkg().Path()) || catalog.IsStd(obj.Pkg().Path()) && !c.ours(obj.Pkg()) || catalog.InMemory(obj.Pkg().Path()):
		return nil, nil
	case sig.Recv() != nil && types.IsInterface(sig.Recv().Type()):
		return c.leadsBehind(obj, name)
	case obj.Pkg() == c.r.Pass().Pkg:
		w := c.wayOf(obj)
		return through(name, w.Out), w.Calls
	case c.ours(obj.Pkg()):
		return nil, []string{obj.FullName()}
	case asks(sig) && obj.Name() != "Close" && c.reachesNet(obj.Pkg()):
		return []string{name}, nil
	}
	return nil, nil
}

// waitsForConnection tells that the function around a call that dials makes the option with which that waits: in the call, or in
// the list of options that it is given.
func (c *collector) waitsForConnection(dial *ast.CallExpr) bool {
	fn := c.declOf(dial.Pos())
	if fn == nil {
		return false
	}
	waits := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			obj, ok := typeutil.Callee(c.r.Pass().TypesInfo, call).(*types.Func)
			waits = waits || ok && catalog.WaitsForConnection(obj)
		}
		return !waits
	})
	return waits
}

// through puts a function in front of a way that leads out.
func through(name string, out []string) []string {
	if len(out) == 0 {
		return nil
	}
	return slices.Concat([]string{name}, out)
}

// logs tells a function that writes to the log.
func logs(obj *types.Func) bool {
	return obj.Signature().Results().Len() == 0 && slices.ContainsFunc(logNames, func(name string) bool { return strings.HasPrefix(obj.Name(), name) })
}

var logNames = []string{"Debug", "Info", "Warn", "Error", "Fatal", "Panic", "Trace", "Print", "Log"}

// leadsValue is leads for a function value.
func (c *collector) leadsValue(fn ast.Expr) (out, calls []string) {
	if lit := c.literal(fn); lit != nil {
		c.eachCall(lit.Body, func(call *ast.CallExpr) {
			leads, more := c.leads(call)
			if len(out) == 0 {
				out = leads
			}
			calls = append(calls, more...)
		})
		return out, calls
	}
	t := c.r.Pass().TypesInfo.TypeOf(fn)
	if t == nil { // the package does not compile
		return nil, nil
	}
	if sig, ok := t.Underlying().(*types.Signature); ok && answers(sig) {
		return []string{types.ExprString(fn)}, nil
	}
	return nil, nil
}

// leadsBehind is leads for a method of an interface: what one of the types in sight does, or, where none that does anything is
// in sight, what the types of its parameters and results say.
func (c *collector) leadsBehind(m *types.Func, name string) (out, calls []string) {
	if !answers(m.Signature()) || m.Name() == "Close" {
		return nil, nil
	}
	seen := false
	for _, impl := range c.r.InSight(m) {
		impl = impl.Origin()
		switch {
		case c.r.LeadsOut(impl):
			return []string{name}, nil
		case impl.Pkg() != c.r.Pass().Pkg && c.ours(impl.Pkg()):
			calls, seen = append(calls, impl.FullName()), true
		case c.following[impl]: // it hands on to another one
		case c.calls(impl):
			w := c.wayOf(impl)
			if len(w.Out) > 0 {
				return through(name, w.Out), nil
			}
			calls, seen = append(calls, w.Calls...), true
		}
	}
	if !seen {
		return []string{name}, nil
	}
	return nil, calls
}

// calls tells a function of this package that calls any.
func (c *collector) calls(obj *types.Func) bool {
	fn := c.declared()[obj]
	if fn == nil {
		return false
	}
	any := false
	c.eachCall(fn.Body, func(*ast.CallExpr) { any = true })
	return any
}

// literal is the function that a variable of a function is declared with, or nil.
func (c *collector) literal(e ast.Expr) *ast.FuncLit {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	obj := c.r.Pass().TypesInfo.Uses[id]
	if obj == nil || c.declOf(obj.Pos()) == nil {
		return nil
	}
	var found *ast.FuncLit
	ast.Inspect(c.declOf(obj.Pos()), func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Lhs) == len(as.Rhs) {
			if i := slices.IndexFunc(as.Lhs, func(e ast.Expr) bool { return e.Pos() == obj.Pos() }); i >= 0 {
				found, _ = ast.Unparen(as.Rhs[i]).(*ast.FuncLit)
			}
		}
		return found == nil
	})
	return found
}

// answers tells a function that may fail, or that takes a context and returns something: one that only looks at memory or
// keeps books does neither.
func answers(sig *types.Signature) bool {
	results := sig.Results()
	if n := results.Len(); n > 0 && isErrorType(results.At(n-1).Type()) {
		return true
	}
	return results.Len() > 0 && takesContext(sig)
}

// asks is answers for a function of a library: one that is no method has to take a context.
func asks(sig *types.Signature) bool {
	return answers(sig) && (sig.Recv() != nil || takesContext(sig))
}

func takesContext(sig *types.Signature) bool {
	params := sig.Params()
	return params.Len() > 0 && types.TypeString(params.At(0).Type(), nil) == "context.Context"
}

func isErrorType(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// serves tells the methods of the standard library behind which a whole program may stand.
func serves(obj *types.Func) bool {
	switch obj.FullName() {
	case "(net/http.Handler).ServeHTTP", "(net/http.HandlerFunc).ServeHTTP", "(net/http.RoundTripper).RoundTrip":
		return true
	}
	return false
}

// ours tells a package of the same module.
func (c *collector) ours(pkg *types.Package) bool {
	if m := c.r.Pass().Module; m != nil && m.Path != "" && m.Version == "" {
		return pkg.Path() == m.Path || strings.HasPrefix(pkg.Path(), m.Path+"/")
	}
	first := func(path string) string { head, _, _ := strings.Cut(path, "/"); return head }
	return first(pkg.Path()) == first(c.r.Pass().Pkg.Path())
}

// reachesNet tells a package that imports, or whose imports import, what other programs are called with.
func (c *collector) reachesNet(pkg *types.Package) bool {
	if is, ok := c.netMemo[pkg]; ok {
		return is
	}
	c.netMemo[pkg] = false
	is := slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool {
		switch p.Path() {
		case "net", "os/exec", "database/sql":
			return true
		}
		return !catalog.InMemory(p.Path()) && c.reachesNet(p)
	})
	c.netMemo[pkg] = is
	return is
}

// outsideUnder are the calls under the mutex of a site that lead out, or may.
func (c *collector) outsideUnder(v *view, s effects.LockSite) []Call {
	var out []Call
	for _, call := range c.callsUnder(v, s.Pos, len(s.Targets) == 0) {
		leads, calls := c.leads(call)
		e := Event{What: "outbound", Pos: c.pos(call.Pos()), Text: finding.Text(c.r.Pass().Fset, call), Bound: "unknown", Held: true}
		if len(leads) > 0 {
			e.leadsTo(leads)
			return []Call{{Event: e}}
		}
		for _, fn := range calls {
			e.Via = []string{types.ExprString(call.Fun)}
			out = append(out, Call{fn, e})
		}
	}
	return out
}

// leadsTo says what an event calls in the end, and through which functions.
func (e *Event) leadsTo(names []string) {
	n := len(names) - 1
	e.Via, e.Callee = append(e.Via, names[:n]...), names[n]
}
