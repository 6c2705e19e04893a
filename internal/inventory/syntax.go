package inventory

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
)

// What the flow of the functions does not tell is read in the source: locks behind interfaces whose implementation is not
// in sight, and releases in functions that are followed only so far.

// presumed are the calls that look as if they took a lock, of functions of which nothing is known: a runner, which is
// given a function, or what is called a lock.
func (c *collector) presumed(known map[token.Pos]bool) []Found {
	var out []Found
	c.unknownCalls(known, func(fn *ast.FuncDecl, call *ast.CallExpr) {
		if obj, ok := typeutil.Callee(c.r.Pass().TypesInfo, call).(*types.Func); ok && isRunner(obj) {
			if isKnown, _, _ := c.r.Callee(obj); !isKnown {
				out = append(out, c.runner(fn, call, obj))
			}
		}
	})
	return out
}

// unknownCalls visits the calls in the functions of the package, but for those at the places that are known.
func (c *collector) unknownCalls(known map[token.Pos]bool, visit func(in *ast.FuncDecl, call *ast.CallExpr)) {
	for fn := range c.functions() {
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !known[call.Lparen] {
				visit(fn, call)
			}
			return true
		})
	}
}

// functions are those that the package declares with a body, in the order of the source.
func (c *collector) functions() iter.Seq[*ast.FuncDecl] {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, file := range c.r.Pass().Files {
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && !yield(fn) {
					return
				}
			}
		}
	}
}

// isRunner tells a function that is called after a lock, and is given a key and a function: WithLock(ctx, key, func).
func isRunner(obj *types.Func) bool {
	name := obj.Name()
	if !effects.CallsItLock(name) || strings.HasPrefix(strings.ToLower(name), "un") {
		return false
	}
	key, fn := false, false
	params := obj.Signature().Params()
	for i := range params.Len() {
		switch t := params.At(i).Type().Underlying().(type) {
		case *types.Basic:
			key = key || t.Info()&types.IsString != 0
		case *types.Signature:
			fn = true
		}
	}
	return key && fn
}

// runner is the site of a call of a runner.
func (c *collector) runner(in *ast.FuncDecl, call *ast.CallExpr, obj *types.Func) Found {
	pass := c.r.Pass()
	at := c.r.Site(call.Lparen)
	if !at.Pos.IsValid() || at.Node == nil {
		at.Pos, at.Node = call.Pos(), call
	}
	f := Found{Targets: []string{obj.FullName()}, Callee: signatureOf(obj), Presumed: true}
	if def, ok := pass.TypesInfo.Defs[in.Name].(*types.Func); ok {
		f.Func = def.FullName()
	}
	s := &f.Site
	s.Pos, s.Package, s.Function = c.pos(call.Pos()), c.pkgPath(), finding.Enclosing(c.fileOf(call.Pos()), call.Pos())
	s.Callee, s.Text, s.Via = obj.Name(), finding.Text(pass.Fset, call), []string{obj.Name()}
	s.start()
	s.Lock = Lock{Kind: "unknown", What: "lock", Name: "lock", Assuming: "that " + obj.Name() + " runs a function under a lock"}
	c.keyArgument(s, call)
	c.lifeArgument(s, call)
	s.Fate = "released"
	s.Releases = []Release{{Pos: s.Pos, How: "unlock", When: "runner", Text: s.Text, Via: s.Via}}
	s.Timeline = []Event{
		{What: "acquire", Pos: s.Pos, Text: s.Text, Via: s.Via, Self: true},
		{What: "release", Pos: s.Pos, Text: s.Text, Via: s.Via, Self: true},
	}
	return f
}

// keyArgument reads the key of a lock in the arguments of a call.
func (c *collector) keyArgument(s *Site, call *ast.CallExpr) {
	for _, arg := range call.Args {
		if t := c.r.Pass().TypesInfo.TypeOf(arg); t == nil || !isString(t) {
			continue
		}
		if text := c.r.KeyText(arg); text != "" && !lockingText().MatchString(text) {
			s.Lock.Template, s.Lock.Name = text, text
			return
		}
	}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// lifeArgument reads the life of a lease in the arguments of a call.
func (c *collector) lifeArgument(s *Site, call *ast.CallExpr) {
	info := c.r.Pass().TypesInfo
	for _, arg := range call.Args {
		if t := info.TypeOf(arg); t == nil || t.String() != "time.Duration" {
			continue
		}
		s.TTL = TTL{Is: "computed"}
		if v := info.Types[arg].Value; v != nil && v.Kind() == constant.Int {
			if ns, exact := constant.Int64Val(v); exact && ns > 0 {
				s.TTL = TTL{Is: "limited", MS: milliseconds(time.Duration(ns)), Text: time.Duration(ns).String()}
			}
		}
		return
	}
}

// signatureOf is the type of a function without its receiver and the names of its parameters.
func signatureOf(obj *types.Func) string {
	sig := obj.Signature()
	tuple := func(t *types.Tuple) string {
		var out []string
		for i := range t.Len() {
			out = append(out, types.TypeString(t.At(i).Type(), nil))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	return obj.Name() + tuple(sig.Params()) + tuple(sig.Results())
}

func (c *collector) pkgPath() string { return strings.TrimSuffix(c.r.Pass().Pkg.Path(), "_test") }

func (c *collector) fileOf(pos token.Pos) *ast.File {
	for _, file := range c.r.Pass().Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}

// declOf is the declared function around a place.
func (c *collector) declOf(pos token.Pos) *ast.FuncDecl {
	file := c.fileOf(pos)
	if file == nil {
		return nil
	}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() {
			return fn
		}
	}
	return nil
}

// callAt is the call whose opening bracket, or some other part of its head, stands at a place.
func callAt(fn *ast.FuncDecl, pos token.Pos) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() <= pos && pos <= call.Lparen {
			if found == nil || call.Lparen == pos {
				found = call
			}
		}
		return true
	})
	return found
}

// releasesBehind are the calls behind an acquire, in its function, that by their name and arguments give its lock back:
// they are given the same key, or called on the same handle, or on what the acquire returned.
func (v *view) releasesBehind(pos token.Pos) {
	fn := v.declOf(pos)
	if fn == nil {
		return
	}
	acquire := callAt(fn, pos)
	if acquire == nil {
		return
	}
	subjects := v.subjects(fn, acquire)
	seen := map[token.Pos]bool{}
	ast.PreorderStack(fn, nil, func(n ast.Node, stack []ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() <= acquire.End() || seen[call.Pos()] || !v.gives(call, acquire, subjects) {
			return true
		}
		seen[call.Pos()] = true
		r := releaseAt(v.collector, call, stack)
		if obj, ok := typeutil.Callee(v.r.Pass().TypesInfo, call).(*types.Func); ok {
			if _, _, e := v.r.Callee(obj); e != nil {
				r.How = howOf(*e, v.acquire)
			}
		}
		if !slices.ContainsFunc(v.site.Releases, func(o Release) bool { return o.Pos == r.Pos }) {
			v.site.Releases = append(v.site.Releases, r)
		}
		return true
	})
}

// subjects are the texts of what the lock of an acquire goes by: the keys that it is given, the handle that it is called on,
// and the variables that get its results.
func (v *view) subjects(fn *ast.FuncDecl, acquire *ast.CallExpr) map[string]bool {
	out := map[string]bool{}
	info := v.r.Pass().TypesInfo
	for _, arg := range acquire.Args {
		if t := info.TypeOf(arg); t != nil && isString(t) {
			out[identity(info, arg)] = true
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Rhs) == 1 && ast.Unparen(as.Rhs[0]) == acquire {
			for _, lhs := range as.Lhs {
				t := info.TypeOf(lhs)
				if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" && t != nil && t.String() != "error" && !isBasic(t) {
					out[identity(info, id)] = true
				}
			}
		}
		return true
	})
	return out
}

// identity is the text of an expression, with the places where its variables are declared: two of one name are parted.
func identity(info *types.Info, e ast.Expr) string {
	text := types.ExprString(e)
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := info.ObjectOf(id); obj != nil {
				text += "@" + strconv.Itoa(int(obj.Pos()))
			}
		}
		return true
	})
	return text
}

func isBasic(t types.Type) bool { _, ok := t.Underlying().(*types.Basic); return ok }

// gives tells that a call gives one of the subjects back.
func (v *view) gives(call, acquire *ast.CallExpr, subjects map[string]bool) bool {
	info := v.r.Pass().TypesInfo
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && subjects[identity(info, id)] { // unlock()
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	releases := isReleaseName(sel.Sel.Name)
	if obj, ok := typeutil.Callee(info, call).(*types.Func); ok && !releases {
		_, _, e := v.r.Callee(obj)
		releases = e != nil
	}
	if !releases {
		return false
	}
	if subjects[identity(info, sel.X)] {
		return true
	}
	for _, arg := range call.Args {
		if subjects[identity(info, arg)] {
			return true
		}
	}
	from, ok := ast.Unparen(acquire.Fun).(*ast.SelectorExpr)
	return ok && len(call.Args) == 0 && identity(info, from.X) == identity(info, sel.X) // mu.Lock(), mu.Unlock()
}

func isReleaseName(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "unlock") || strings.HasPrefix(name, "release") || strings.HasPrefix(name, "runlock")
}
