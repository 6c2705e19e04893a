package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// What bounds the calls of a client is often said far from them: where a constructor puts the client into a
// field, or where a package variable is declared. A field that only this package can assign to, and to which it
// assigns the same limit everywhere, has that limit; so has a package variable. Where one assignment is not
// understood, nothing is known.

// A limits looks limits up in the code of one package, whatever the path.
type limits struct {
	w       *world
	stores  map[slot][]ssa.Value // what is assigned to a field or package variable, and to the fields of what it leads to
	loose   map[string]bool      // fields of clients that are assigned to through a value of which nothing is known
	calls   map[*ssa.Function][]*ssa.CallCommon
	taken   map[*ssa.Function]bool // functions used as values
	changed map[ssa.Value]string   // parameters and new values of whose limits one, the field, is assigned to somewhere else
	known   map[string]limitText
}

// A slot is a field or package variable, or a field (sub) of what it leads to.
type slot struct {
	v   types.Object
	sub string
}

// A limitText is the number of nanoseconds, if it is known.
type limitText struct {
	ns string
	ok bool
}

// maxLimitDepth bounds how far a limit is followed.
const maxLimitDepth = 12

// Limit looks for the limit at a path: the field nearest to the limit tells the most.
func (w *world) Limit(root types.Type, path *summary.Expr) (string, bool) {
	if w.limits == nil {
		w.limits = newLimits(w)
	}
	slots := w.slots(root, path)
	for i := len(slots) - 1; i >= 0; i-- {
		if t := w.limits.of(slots[i].v, slots[i].rest); t.ok {
			return t.ns, true
		}
	}
	return "", false
}

// A waypoint is a field or variable on a path and the names of the fields behind it.
type waypoint struct {
	v    types.Object
	rest []string
}

// slots are the fields and the package variable that a path leads through.
func (w *world) slots(root types.Type, path *summary.Expr) []waypoint {
	var steps []*summary.Expr
	x := path
	for x.Base() != nil {
		steps = append([]*summary.Expr{x}, steps...)
		x = x.Base()
	}
	var out []waypoint
	t := root
	if x.Op == summary.Global {
		obj := w.variable(x.Name)
		if obj == nil {
			return nil
		}
		t = obj.Type()
		out = append(out, waypoint{obj, names(steps)})
	}
	for i, s := range steps {
		if t == nil {
			return out
		}
		switch s.Op {
		case summary.Field:
			obj, _, _ := types.LookupFieldOrMethod(t, true, w.pass.Pkg, s.Name)
			f, ok := obj.(*types.Var)
			if !ok {
				return out
			}
			t = f.Type()
			if i < len(steps)-1 {
				out = append(out, waypoint{f, names(steps[i+1:])})
			}
		case summary.Deref:
			t = pointee(t)
		case summary.Elem:
			t = elem(t)
		}
	}
	return out
}

// names are the fields of a path; nil where it is more than fields.
func names(steps []*summary.Expr) []string {
	out := []string{}
	for _, s := range steps {
		if s.Op != summary.Field {
			return nil
		}
		out = append(out, s.Name)
	}
	return out
}

func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

func elem(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return nil
}

// variable is the package variable of a full name, of this package or one that it imports.
func (w *world) variable(full string) *types.Var {
	i := strings.LastIndexByte(full, '.')
	if i < 0 {
		return nil
	}
	for _, pkg := range append([]*types.Package{w.pass.Pkg}, w.pass.Pkg.Imports()...) {
		if pkg.Path() == full[:i] {
			v, _ := pkg.Scope().Lookup(full[i+1:]).(*types.Var)
			return v
		}
	}
	return nil
}

func newLimits(w *world) *limits {
	l := &limits{w: w, stores: map[slot][]ssa.Value{}, loose: map[string]bool{}, calls: map[*ssa.Function][]*ssa.CallCommon{}, taken: map[*ssa.Function]bool{}, changed: map[ssa.Value]string{}, known: map[string]limitText{}}
	funcs := w.ir.Funcs
	if init := w.ir.SSA.Func("init"); init != nil {
		funcs = append([]*ssa.Function{init}, funcs...)
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				l.look(instr)
			}
		}
	}
	l.spread()
	return l
}

// look notes what an instruction assigns, and whom it calls.
func (l *limits) look(instr ssa.Instruction) {
	if call, ok := instr.(ssa.CallInstruction); ok {
		if fn := call.Common().StaticCallee(); fn != nil {
			l.calls[fn] = append(l.calls[fn], call.Common())
		}
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok {
			if call, isCall := instr.(ssa.CallInstruction); !isCall || call.Common().Value != fn {
				l.taken[fn] = true
			}
		}
	}
	st, ok := instr.(*ssa.Store)
	if !ok {
		return
	}
	switch to := st.Addr.(type) {
	case *ssa.Global:
		l.note(slot{v: to.Object()}, st.Val)
	case *ssa.FieldAddr:
		f := limitField(to)
		l.note(slot{v: f}, st.Val)
		switch from := to.X.(type) {
		case *ssa.FieldAddr: // a struct in a struct
			l.note(slot{limitField(from), f.Name()}, st.Val)
		case *ssa.Global:
			l.note(slot{from.Object(), f.Name()}, st.Val)
		case *ssa.UnOp:
			switch from := from.X.(type) {
			case *ssa.FieldAddr:
				l.note(slot{limitField(from), f.Name()}, st.Val)
			case *ssa.Global:
				l.note(slot{from.Object(), f.Name()}, st.Val)
			default:
				l.loosen(to, f)
			}
		case *ssa.Parameter:
			if l.w.Catalog().LimitsOf(to.X.Type()) != nil {
				l.changed[from] = f.Name()
			}
		case *ssa.Alloc:
		default:
			l.loosen(to, f)
		}
	}
}

// spread notes the limits that functions assign to through their parameters where they are called.
func (l *limits) spread() {
	for range maxLimitDepth {
		n := len(l.changed)
		for _, fn := range l.w.ir.Funcs {
			for i, p := range fn.Params {
				if field, ok := l.changed[p]; ok {
					for _, call := range l.calls[fn] {
						l.change(call.Args[i], field)
					}
				}
			}
		}
		if len(l.changed) == n {
			return
		}
	}
}

// change notes that a limit of a client is given a value of which nothing is known.
func (l *limits) change(client ssa.Value, field string) {
	if load, ok := client.(*ssa.UnOp); ok && load.Op == token.MUL {
		client = load.X
	}
	switch v := client.(type) {
	case *ssa.FieldAddr:
		l.note(slot{limitField(v), field}, nil)
	case *ssa.Global:
		l.note(slot{v.Object(), field}, nil)
	case *ssa.Parameter, *ssa.Alloc:
		l.changed[v] = field
	default:
		l.loose[field] = true
	}
}

func (l *limits) note(s slot, v ssa.Value) {
	if s.v != nil {
		l.stores[s] = append(l.stores[s], v)
	}
}

// loosen notes that a limit of some client, nobody knows which, is assigned to.
func (l *limits) loosen(to *ssa.FieldAddr, f *types.Var) {
	if l.w.Catalog().LimitsOf(to.X.Type()) != nil {
		l.loose[f.Name()] = true
	}
}

func limitField(f *ssa.FieldAddr) *types.Var {
	return f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(f.Field)
}

// of is the limit at path behind a field or variable.
func (l *limits) of(v types.Object, path []string) limitText {
	if path == nil {
		return limitText{}
	}
	key := strings.Join(path, ".") + "@" + l.w.pass.Fset.Position(v.Pos()).String() + v.Name()
	if t, ok := l.known[key]; ok {
		return t
	}
	l.known[key] = limitText{} // on a cycle
	t := l.assigned(v, path, 0)
	l.known[key] = t
	return t
}

// assigned joins what is assigned to a field or variable.
func (l *limits) assigned(v types.Object, path []string, depth int) limitText {
	full := ""
	if v.Pkg() != nil {
		full = v.Pkg().Path() + "." + v.Name()
	}
	switch f, _ := v.(*types.Var); {
	case len(path) > 0 && l.loose[path[len(path)-1]]:
		return limitText{}
	case catalog.Unlimited(full):
		if len(path) > 0 && len(l.stores[slot{v, path[0]}]) == 0 && len(l.stores[slot{v: v}]) == 0 {
			return limitText{"0", true}
		}
		return limitText{}
	case f == nil || v.Pkg() != l.w.pass.Pkg:
		return l.imported(v, path)
	case f.IsField() && f.Exported() && v.Pkg().Name() != "main":
		return limitText{}
	}
	var j join
	for _, val := range l.stores[slot{v: v}] {
		j.add(l.eval(val, path, env{}, depth+1))
	}
	if len(path) > 0 {
		for _, val := range l.stores[slot{v, path[0]}] {
			j.add(l.eval(val, path[1:], env{}, depth+1))
		}
	}
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct && !j.some {
		j.add(l.zero(v.Type(), path))
	}
	return j.result()
}

// imported is what a fact says of a package variable of another package.
func (l *limits) imported(v types.Object, path []string) limitText {
	var fact Limits
	if v.Pkg() == nil || v.Pkg() == l.w.pass.Pkg || !l.w.pass.ImportObjectFact(v, &fact) {
		return limitText{}
	}
	for _, e := range fact.Fields {
		if e.Path == strings.Join(path, ".") {
			return limitText{e.NS, true}
		}
	}
	return limitText{}
}

// A join is a limit that is the same wherever it comes from.
type join struct {
	text  string
	some  bool
	mixed bool
}

func (j *join) add(t limitText, skip bool) {
	switch {
	case skip:
	case !t.ok || j.some && j.text != t.ns:
		j.mixed = true
	}
	if !skip {
		j.some, j.text = true, t.ns
	}
}

func (j *join) result() limitText {
	if !j.some || j.mixed {
		return limitText{}
	}
	return limitText{j.text, true}
}

// An env says what the parameters of a function stand for, where it is known who calls it.
type env struct {
	fn   *ssa.Function
	args []ssa.Value
	up   *env
}

// eval is the limit at path behind a value; skip tells that there is no value, as with nil.
func (l *limits) eval(v ssa.Value, path []string, in env, depth int) (t limitText, skip bool) {
	if depth > maxLimitDepth {
		return limitText{}, false
	}
	depth++
	switch v := v.(type) {
	case *ssa.Const:
		return l.constant(v, path)
	case *ssa.Alloc:
		return l.alloc(v, path, in, depth), false
	case *ssa.MakeInterface:
		return l.eval(v.X, path, in, depth)
	case *ssa.ChangeInterface:
		return l.eval(v.X, path, in, depth)
	case *ssa.ChangeType:
		return l.eval(v.X, path, in, depth)
	case *ssa.Convert:
		return l.eval(v.X, path, in, depth)
	case *ssa.Global:
		return l.of(v.Object(), path), false
	case *ssa.FieldAddr:
		return l.of(limitField(v), path), false
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return l.load(v.X, path, in, depth)
		}
	case *ssa.Phi:
		var j join
		for _, e := range v.Edges {
			j.add(l.eval(e, path, in, depth))
		}
		return j.result(), !j.some
	case *ssa.Call:
		return l.call(v, 0, path, in, depth), false
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return l.call(call, v.Index, path, in, depth), false
		}
	case *ssa.Parameter:
		return l.parameter(v, path, in, depth), false
	}
	return limitText{}, false
}

func (l *limits) constant(v *ssa.Const, path []string) (limitText, bool) {
	switch {
	case len(path) == 0 && v.Value != nil && v.Value.Kind() == constant.Int:
		return limitText{v.Value.ExactString(), true}, false
	case len(path) == 0:
		return limitText{}, false
	case v.IsNil() && path[0] == "ResponseHeaderTimeout": // no transport: the default one
		return limitText{"0", true}, false
	case v.IsNil():
		return limitText{}, true
	}
	return l.zero(v.Type(), path)
}

// zero is the limit at a path behind the zero value of a struct.
func (l *limits) zero(t types.Type, path []string) (limitText, bool) {
	for i, name := range path {
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			// no transport stands for the default one; any other client that is nil cannot be used
			return limitText{"0", true}, path[i] != "ResponseHeaderTimeout"
		}
		f := structField(s, name)
		if f == nil {
			return limitText{}, false
		}
		t = f.Type()
	}
	return limitText{"0", true}, false
}

func structField(s *types.Struct, name string) *types.Var {
	for f := range s.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// load is what an address holds.
func (l *limits) load(addr ssa.Value, path []string, in env, depth int) (limitText, bool) {
	switch a := addr.(type) {
	case *ssa.Global, *ssa.FieldAddr:
		return l.eval(a, path, in, depth)
	case *ssa.Alloc:
		if _, isStruct := pointee(a.Type()).Underlying().(*types.Struct); isStruct {
			return l.alloc(a, path, in, depth), false
		}
		var j join
		for _, ref := range *a.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr != a {
					return limitText{}, false
				}
				j.add(l.eval(ref.Val, path, in, depth))
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return limitText{}, false
			}
		}
		return j.result(), !j.some
	}
	return limitText{}, false
}

// alloc is the limit in a new value: what the function assigns to its fields, or none.
func (l *limits) alloc(v *ssa.Alloc, path []string, in env, depth int) limitText {
	if len(path) == 0 || l.changed[v] == path[0] {
		return limitText{}
	}
	var j join
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if limitField(ref).Name() == path[0] {
				l.field(&j, ref, path[1:], in, depth)
			}
		case *ssa.Store:
			if ref.Addr == v {
				j.add(l.eval(ref.Val, path, in, depth))
			}
		case ssa.CallInstruction:
			if l.mayChange(ref.Common()) {
				return limitText{}
			}
		}
	}
	if !j.some {
		j.add(l.zero(pointee(v.Type()), path))
	}
	return j.result()
}

// mayChange tells a call of a function of another package of which nothing is known.
func (l *limits) mayChange(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil || len(fn.Blocks) > 0 {
		return fn == nil && !call.IsInvoke()
	}
	obj := l.w.Object(fn)
	return obj == nil || obj.Pkg() == nil || !catalog.IsStd(obj.Pkg().Path()) && l.w.Catalog().Lookup(obj) == nil && l.w.Summary(obj) == nil
}

// field adds what is assigned through the address of a field.
func (l *limits) field(j *join, addr *ssa.FieldAddr, path []string, in env, depth int) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				j.add(l.eval(ref.Val, path, in, depth))
			}
		case *ssa.FieldAddr:
			if len(path) > 0 && limitField(ref).Name() == path[0] {
				l.field(j, ref, path[1:], in, depth)
			}
		}
	}
}

// call is the limit in the result of a call.
func (l *limits) call(v *ssa.Call, result int, path []string, in env, depth int) limitText {
	fn := v.Call.StaticCallee()
	if fn == nil {
		return limitText{}
	}
	if len(fn.Blocks) == 0 {
		return l.foreign(v, fn, result, path, in, depth)
	}
	var j join
	up := in
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(ret.Results) {
			j.add(l.eval(ret.Results[result], path, env{fn, v.Call.Args, &up}, depth))
		}
	}
	return j.result()
}

// foreign is the limit in the result of a function of another package.
func (l *limits) foreign(v *ssa.Call, fn *ssa.Function, result int, path []string, in env, depth int) limitText {
	obj := l.w.Object(fn)
	if obj == nil {
		return limitText{}
	}
	s := l.w.Summary(obj)
	if s == nil {
		return limitText{}
	}
	var j join
	for _, c := range s.Cases {
		if result < len(c.Results) && c.Results[result] != nil && c.Results[result].Op == summary.Nil {
			continue
		}
		at := summary.ResultOf(result)
		for _, name := range path {
			at = at.Dot(name)
		}
		t := limitText{}
		for _, st := range c.Stores {
			switch {
			case st.X.Op == summary.Nil && summary.Equal(st.Addr, at.Base()): // no transport
				t = limitText{"0", true}
			case !summary.Equal(st.Addr, at):
			case st.X.Op == summary.Const:
				t = limitText{st.X.Name, true}
			case st.X.Op == summary.Param && st.X.Index < len(v.Call.Args):
				t, _ = l.eval(v.Call.Args[st.X.Index], nil, in, depth)
			}
		}
		j.add(t, false)
	}
	return j.result()
}

// parameter is the limit behind what the callers give, if all of them are known.
func (l *limits) parameter(v *ssa.Parameter, path []string, in env, depth int) limitText {
	fn := v.Parent()
	index := -1
	for i, p := range fn.Params {
		if p == v {
			index = i
		}
	}
	if in.fn == fn && index < len(in.args) {
		t, _ := l.eval(in.args[index], path, *in.up, depth)
		return t
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || obj.Exported() || l.taken[fn] || fn.Signature.Recv() != nil {
		return limitText{}
	}
	var j join
	for _, call := range l.calls[fn] {
		j.add(l.eval(call.Args[index], path, env{}, depth))
	}
	return j.result()
}

// Effects are the cases of a callee, as far as they are known without the path.
func (w *world) Effects(call *ssa.CallCommon) []section.Case {
	k := w.known(call)
	if k.entry != nil {
		switch k.entry.Role {
		case catalog.Outbound:
			return []section.Case{{Events: []section.Event{{Event: summary.Event{Kind: summary.Outbound}}}}}
		case catalog.TryAcquire, catalog.Acquire:
			return []section.Case{{Events: []section.Event{{Event: summary.Event{Kind: summary.Acquire}}}}}
		}
		return nil
	}
	return k.cases
}
