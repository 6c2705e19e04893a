package inventory

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/finding"
)

// A function that is given a transaction of the project's own making (tx.Delegate().(*sql.Tx)), or a method of an interface whose
// implementation another package has, may lock rows in it. That is known when all packages are.

// A TxCall is a call of a function of the program that is given a transaction, or is called on one: a site if that function
// locks rows in it.
type TxCall struct {
	Found   Found    // but for the lock and its tables
	Methods []string // a method of an interface: the names of all that its type declares
}

// txCalls are those of the package, but for the places that are sites already.
func (c *collector) txCalls(known map[token.Pos]bool) []TxCall {
	var out []TxCall
	c.unknownCalls(known, func(fn *ast.FuncDecl, call *ast.CallExpr) {
		if t, ok := c.txCall(fn, call); ok {
			out = append(out, t)
		}
	})
	return out
}

func (c *collector) txCall(in *ast.FuncDecl, call *ast.CallExpr) (TxCall, bool) {
	pass := c.r.Pass()
	obj, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	if !ok || obj.Pkg() == nil || !c.ours(obj.Pkg()) || c.declines(obj, call) {
		return TxCall{}, false
	}
	obj = obj.Origin()
	handle := c.txGiven(call)
	if handle == nil || c.followed(obj, handle) {
		return TxCall{}, false
	}
	at := c.r.Site(call.Lparen)
	if !at.Pos.IsValid() || at.Node == nil {
		at.Pos, at.Node = call.Pos(), call
	}
	t := TxCall{Found: Found{Targets: []string{obj.FullName()}}}
	f := &t.Found
	if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		f.Callee, t.Methods = signatureOf(obj), methodNames(recv.Type())
	}
	if def, ok := pass.TypesInfo.Defs[in.Name].(*types.Func); ok {
		f.Func, f.Signature, f.Methods = def.FullName(), signatureOf(def), receiverMethods(def)
	}
	s := &f.Site
	s.Pos, s.Package, s.Function = c.pos(at.Pos), c.pkgPath(), finding.Enclosing(c.fileOf(call.Pos()), call.Pos())
	s.Text, s.Callee, s.Via = finding.Text(pass.Fset, at.Node), obj.Name(), []string{obj.Name()}
	s.start()
	s.Token, s.Renewal, s.Transaction.Relation = "none", "none", "part"
	c.endsOf(s, in, call, handle)
	f.HandsOn = s.Fate == endsWithTx && c.isGiven(in, handle)
	return t, true
}

// txGiven is the transaction that a call is given, or made on: a value that can be committed or rolled back.
func (c *collector) txGiven(call *ast.CallExpr) ast.Expr {
	info := c.r.Pass().TypesInfo
	given := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
		given = append(slices.Clone(given), sel.X)
	}
	i := slices.IndexFunc(given, func(e ast.Expr) bool { return isTx(info.TypeOf(e)) })
	if i < 0 {
		return nil
	}
	return given[i]
}

func isTx(t types.Type) bool {
	if t == nil {
		return false
	}
	for m := range types.NewMethodSet(t).Methods() {
		if endsTx(m.Obj().Name()) {
			return true
		}
	}
	return false
}

// endsTx tells the name of what commits or rolls back.
func endsTx(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "commit") || strings.HasPrefix(name, "rollback")
}

// followed tells a call of which the paths of the caller show what it does: of a known function, in a transaction of a library.
func (c *collector) followed(obj *types.Func, handle ast.Expr) bool {
	t := c.r.Pass().TypesInfo.TypeOf(handle)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || c.ours(n.Obj().Pkg()) {
		return false
	}
	known, _, _ := c.r.Callee(obj)
	return known
}

// declines tells a call that says no to a flag, or leaves out what a function may be given: it may be whether to lock.
func (c *collector) declines(obj *types.Func, call *ast.CallExpr) bool {
	sig := obj.Signature()
	if sig.Variadic() && len(call.Args) < sig.Params().Len() {
		return true
	}
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		v := c.r.Pass().TypesInfo.Types[e].Value
		return v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v)
	})
}

// isGiven tells that the caller of a function gives it a transaction, as an argument or with the receiver.
func (c *collector) isGiven(fn *ast.FuncDecl, handle ast.Expr) bool {
	for {
		sel, ok := ast.Unparen(handle).(*ast.SelectorExpr)
		if !ok {
			break
		}
		handle = sel.X
	}
	id, ok := ast.Unparen(handle).(*ast.Ident)
	if !ok {
		return false
	}
	obj := c.r.Pass().TypesInfo.Uses[id]
	return obj != nil && fn.Pos() <= obj.Pos() && obj.Pos() < fn.Body.Pos()
}

// endsOf says where the transaction of a call begins and ends, as far as the function does that.
func (c *collector) endsOf(s *Site, fn *ast.FuncDecl, call *ast.CallExpr, handle ast.Expr) {
	info := c.r.Pass().TypesInfo
	tx := identity(info, handle)
	s.Fate = endsWithTx
	s.Timeline = []Event{{What: "acquire", Pos: s.Pos, Text: s.Text, Via: s.Via, Self: true}}
	if begin := c.beginOf(fn, tx); begin != nil {
		e := Event{What: "begin", Pos: c.pos(begin.Pos()), Text: finding.Text(c.r.Pass().Fset, begin)}
		s.Transaction.Begin = &e.Pos
		s.Timeline = slices.Insert(s.Timeline, 0, e)
	}
	commits := false
	var ends []Event
	ast.PreorderStack(fn.Body, nil, func(n ast.Node, stack []ast.Node) bool {
		end, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name, is := endOf(info, end, tx)
		if !is {
			return true
		}
		r := releaseAt(c, end, stack)
		if r.When == "by hand" && end.Pos() < call.End() {
			return true
		}
		e := Event{What: "rollback", Pos: r.Pos, Text: r.Text, Deferred: r.When == "deferred"}
		if strings.HasPrefix(strings.ToLower(name), "commit") {
			e.What, commits = "commit", true
		}
		r.How, r.When = endOfTransaction, "transaction"
		s.Releases, ends = append(s.Releases, r), append(ends, e)
		return true
	})
	if !commits && c.isGiven(fn, handle) { // it is rolled back where something fails
		s.Releases, ends = nil, nil
	}
	if len(s.Releases) == 0 {
		return
	}
	slices.SortFunc(s.Releases, func(a, b Release) int { return comparePos(a.Pos, b.Pos) })
	slices.SortStableFunc(ends, func(a, b Event) int { // what is deferred comes last
		return cmp.Or(cmp.Compare(btoi(a.Deferred), btoi(b.Deferred)), comparePos(a.Pos, b.Pos))
	})
	s.Fate, s.Timeline = "released", append(s.Timeline, ends...)
	if i := slices.IndexFunc(ends, func(e Event) bool { return e.What == "commit" }); i >= 0 {
		s.Transaction.End = &ends[i].Pos
	}
}

func btoi(is bool) int {
	if is {
		return 1
	}
	return 0
}

// endOf is the name of what commits or rolls back a transaction, if a call does: a method of it, or a function that it is
// given to.
func endOf(info *types.Info, call *ast.CallExpr, tx string) (name string, is bool) {
	subjects := call.Args
	switch fn := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		name, subjects = fn.Sel.Name, append(slices.Clone(subjects), fn.X)
	case *ast.Ident:
		name = fn.Name
	}
	return name, endsTx(name) && slices.ContainsFunc(subjects, func(e ast.Expr) bool { return identity(info, e) == tx })
}

// beginOf is the call whose result a transaction is, or nil.
func (c *collector) beginOf(fn *ast.FuncDecl, tx string) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if ok && len(as.Rhs) == 1 && slices.ContainsFunc(as.Lhs, func(e ast.Expr) bool { return identity(c.r.Pass().TypesInfo, e) == tx }) {
			found, _ = ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		}
		return found == nil
	})
	return found
}

// methodNames are the names of the methods of a type.
func methodNames(t types.Type) []string {
	if _, ptr := t.(*types.Pointer); !ptr && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	var out []string
	for m := range types.NewMethodSet(t).Methods() {
		out = append(out, m.Obj().Name())
	}
	slices.Sort(out)
	return out
}

// receiverMethods are the names of the methods of the receiver of a method.
func receiverMethods(obj *types.Func) []string {
	if recv := obj.Signature().Recv(); recv != nil {
		return methodNames(recv.Type())
	}
	return nil
}

// rowCalls are the sites among the calls of a module that are given a transaction: those of functions that lock rows in it, and
// those of functions that hand it on to such ones.
func rowCalls(p Part) []Found {
	byFunc, bySignature := map[string][]*Found{}, map[string][]*Found{}
	add := func(f *Found) {
		byFunc[f.Func] = append(byFunc[f.Func], f)
		bySignature[f.Signature] = append(bySignature[f.Signature], f)
	}
	for i := range p.Found {
		if f := &p.Found[i]; f.HandsOn && f.Site.Lock.ofData() {
			add(f)
		}
	}
	callees := func(t *TxCall) []*Found {
		out := slices.Clone(byFunc[t.Found.Targets[0]])
		if t.Methods != nil {
			for _, f := range bySignature[t.Found.Callee] {
				if !slices.ContainsFunc(t.Methods, func(m string) bool { return !slices.Contains(f.Methods, m) }) {
					out = append(out, f)
				}
			}
		}
		return slices.DeleteFunc(out, func(f *Found) bool { return f.Func == t.Found.Func })
	}
	calls := slices.Clone(p.TxCalls)
	is := make([]bool, len(calls))
	for news := true; news; { // each round is about the callers of those of the last one
		news = false
		for i := range calls {
			t := &calls[i]
			if is[i] {
				continue
			}
			from := callees(t)
			if len(from) == 0 {
				continue
			}
			t.Found.Site.locksAs(from)
			if is[i], news = true, true; t.Found.HandsOn {
				add(&t.Found)
			}
		}
	}
	var out []Found
	for i, t := range calls {
		if is[i] {
			f := t.Found
			f.Targets = nil
			for _, callee := range callees(&t) {
				f.Targets = append(f.Targets, callee.Func)
			}
			out = append(out, f)
		}
	}
	return out
}

// locksAs gives a site the locks on data of the functions that it may call.
func (s *Site) locksAs(from []*Found) {
	s.Lock = from[0].Site.Lock
	var names []string
	for _, f := range from {
		if !slices.Contains(names, f.Site.Lock.Name) {
			names = append(names, f.Site.Lock.Name)
		}
		for _, table := range f.Site.Lock.tables() {
			if !slices.ContainsFunc(s.Tables, func(a Access) bool { return a.Table == table }) {
				s.Tables = append(s.Tables, Access{Table: table, Store: "sql", Read: true})
			}
		}
	}
	slices.Sort(names)
	s.Lock.Name = strings.Join(names, " or ")
	slices.SortFunc(s.Tables, func(a, b Access) int { return strings.Compare(a.Table, b.Table) })
}
