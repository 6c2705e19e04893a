package effects

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A speaker puts what a function does into words, with the names of its parameters and results.
type speaker struct {
	world   *world
	params  []string
	frees   []string
	results []string
	depth   int // functions that functions return
}

// speakerOf speaks for a declared function: its receiver is parameter 0.
func (w *world) speakerOf(obj *types.Func) speaker {
	s := speaker{world: w}
	sig := obj.Signature()
	if recv := sig.Recv(); recv != nil {
		s.params = append(s.params, nameOr(recv.Name(), "receiver"))
	}
	for i := range sig.Params().Len() {
		s.params = append(s.params, nameOr(sig.Params().At(i).Name(), "parameter "+strconv.Itoa(i+1)))
	}
	s.results = resultNames(sig)
	return s
}

// speakerFor speaks for any function with a body.
func (w *world) speakerFor(fn *ssa.Function) speaker {
	s := speaker{world: w, results: resultNames(fn.Signature)}
	for i, p := range fn.Params {
		s.params = append(s.params, nameOr(p.Name(), "parameter "+strconv.Itoa(i+1)))
	}
	for _, v := range fn.FreeVars {
		s.frees = append(s.frees, v.Name())
	}
	return s
}

func nameOr(name, other string) string {
	if name == "" || name == "_" {
		return other
	}
	return name
}

func resultNames(sig *types.Signature) []string {
	var out []string
	n := sig.Results().Len()
	for i := range n {
		v := sig.Results().At(i)
		name := "result " + strconv.Itoa(i+1)
		switch {
		case i == n-1 && types.Identical(v.Type(), types.Universe.Lookup("error").Type()):
			name = "the error"
		case n == 1:
			name = "the result"
		}
		out = append(out, nameOr(v.Name(), name))
	}
	return out
}

// way is one case in words, a line for each thing.
func (s speaker) way(c section.Case) []string {
	var out []string
	for _, p := range c.Pre {
		if text := s.condition(p); text != "" {
			out = append(out, "where "+text)
		}
	}
	for _, e := range c.Events {
		out = append(out, s.event(e))
	}
	for i, r := range c.Results {
		if text := s.result(r); text != "" && i < len(s.results) {
			out = append(out, s.results[i]+" is "+text)
		}
	}
	for _, p := range c.Post {
		if i := p.X.Index; p.X.Op != summary.Result || i >= len(c.Results) || s.result(c.Results[i]) == "" {
			if text := s.condition(p); text != "" {
				out = append(out, text)
			}
		}
	}
	for _, st := range c.Stores {
		if visible(st.Addr) {
			out = append(out, s.expr(st.Addr)+" becomes "+s.value(st.X))
		}
	}
	switch c.Exit {
	case summary.Panics:
		out = append(out, "panics")
	case summary.Never:
		out = append(out, "does not return")
	}
	return out
}

// condition is what a case demands or promises, or "" where it is of something that nobody could have written.
func (s speaker) condition(p summary.Cond) string {
	x, is := p.X, p.Is.String()
	if x.Op == summary.Field && x.Name == section.EmptyMark {
		x, is = x.Args[0], map[summary.Truth]string{summary.IsTrue: "empty", summary.IsFalse: "not empty"}[p.Is]
	}
	if !visible(x) || is == "" {
		return ""
	}
	return s.expr(x) + " is " + is
}

// visible tells a path that somebody could have written.
func visible(x *summary.Expr) bool { return !strings.ContainsAny(x.String(), "#!") }

// result is what is known of a result, or "".
func (s speaker) result(r *summary.Expr) string {
	if r == nil {
		return ""
	}
	return s.value(r)
}

// value is an expression, and what a function does that it stands for.
func (s speaker) value(x *summary.Expr) string {
	if x == nil || x.Op != summary.Func || s.depth > 1 {
		return s.expr(x)
	}
	cases, known := s.world.Named(x.Name)
	if !known {
		return s.expr(x)
	}
	inner := s
	inner.depth++
	var does []string
	seen := map[string]bool{}
	for _, c := range cases {
		for _, e := range c.Events {
			e.Event = e.Event.Map(func(y *summary.Expr) (*summary.Expr, bool) { return captured(y, x.Args), true })
			if text := inner.event(e); !seen[text] {
				seen[text] = true
				does = append(does, text)
			}
		}
	}
	if len(does) == 0 {
		return s.expr(x)
	}
	return "a function that " + strings.Join(does, " and ")
}

// captured puts the values that a function captured in the places of its free variables.
func captured(x *summary.Expr, args []*summary.Expr) *summary.Expr {
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if e.Op == summary.Free {
			if e.Index < len(args) {
				return args[e.Index], true
			}
			return nil, true
		}
		return nil, false
	})
}

// event is what happens, as a sentence without its subject.
func (s speaker) event(e section.Event) string {
	text := ""
	switch e.Kind {
	case summary.Acquire, summary.Missed, summary.Extend, summary.Release, summary.Unreleased, summary.HandOff:
		text = s.lockEvent(e)
	case summary.Pin:
		text = "takes a connection out of a pool" + s.handle(", ", e.Handle)
	case summary.Unpin:
		text = "gives the connection back" + s.handle(": ", e.Handle)
	case summary.Close:
		text = "closes the connection" + s.handle(" ", e.Handle)
	case summary.Begin:
		text = "begins a transaction" + s.handle(", ", e.Handle)
	case summary.Commit:
		text = "commits the transaction" + s.handle(" ", e.Handle)
	case summary.Rollback:
		text = "rolls the transaction back" + s.handle(": ", e.Handle)
	case summary.Read, summary.Write:
		verb := map[summary.Kind]string{summary.Read: "reads", summary.Write: "writes"}[e.Kind]
		text = verb + nameOr(" "+e.Table, "") + s.handle(" through ", e.Handle)
		if e.Table == "" {
			text = verb + s.handle(" through ", e.Handle)
		}
	case summary.Spawn:
		text = "leaves " + s.expr(e.Func) + " to another goroutine, or to somebody who runs it later"
	case summary.Outbound:
		text = "calls " + e.Out.Name + s.bound(e.Event)
	case summary.Wait:
		text = e.Out.Name + " waits"
		if d := e.Waits(); d > 0 {
			text += " " + d.String()
		}
	case summary.Run:
		if text = "runs " + s.expr(e.Func); !visible(e.Func) || e.Func.Has(summary.Local, summary.Fresh) {
			text = "runs a function that it made itself"
		}
		switch e.Ret {
		case summary.IsNil:
			text += ", which returns no error"
		case summary.NotNil:
			text += ", which returns an error"
		}
	}
	if len(e.Via) > 0 {
		text += " (in " + strings.Join(e.Via, " > ") + ")"
	}
	if e.Assume != "" {
		text += ", assuming " + e.Assume
	}
	return text
}

// bound says what ends a call of another program.
func (s speaker) bound(e summary.Event) string {
	text := ""
	switch bound, d := e.Bound(); {
	case bound == summary.Bounded && d > 0:
		text = ", which ends after " + d.String() + " at the latest"
	case bound == summary.Bounded:
		text = ", which ends with a deadline"
	case bound == summary.ByContext:
		text = ", which nothing but the caller's context ends"
	case bound == summary.Unbounded:
		text = ", which nothing ends but the answer"
	}
	if e.Out.Endless {
		text += ", again and again until it works"
	}
	return text
}

func (s speaker) handle(before string, x *summary.Expr) string {
	if x == nil || !visible(x) || x.Has(summary.Local, summary.Fresh) {
		return ""
	}
	return before + s.expr(x)
}

// expr is an expression as the source would write it, as far as there are names for it.
func (s speaker) expr(x *summary.Expr) string {
	if x == nil {
		return "something unknown"
	}
	switch x.Op {
	case summary.Param:
		return pick(s.params, x.Index, "parameter "+strconv.Itoa(x.Index+1))
	case summary.Free:
		return pick(s.frees, x.Index, "a captured variable")
	case summary.Result:
		return pick(s.results, x.Index, "result "+strconv.Itoa(x.Index+1))
	case summary.Fresh:
		return "something that it made"
	case summary.Local:
		return "a value of this function"
	case summary.Global:
		return x.Name[strings.LastIndexAny(x.Name, "/")+1:]
	case summary.Const:
		return strconv.Quote(x.Name)
	case summary.Field:
		if strings.ContainsAny(x.Name, "#!") { // a result of a call, or a mark of the analysis
			return s.expr(x.Args[0])
		}
		return s.expr(x.Args[0]) + "." + x.Name
	case summary.Elem:
		if x.Args[1].Op == summary.Global && x.Args[1].Name == "*" {
			return s.expr(x.Args[0]) + "[...]"
		}
		return s.expr(x.Args[0]) + "[" + s.expr(x.Args[1]) + "]"
	case summary.Deref, summary.Ref, summary.Derived:
		return s.expr(x.Args[0])
	case summary.CtxValue:
		return "what " + s.expr(x.Args[0]) + " carries"
	case summary.WithValue:
		return s.expr(x.Args[0]) + " that carries " + s.expr(x.Args[1])
	case summary.Template:
		return s.template(x)
	}
	return s.compound(x)
}

func (s speaker) compound(x *summary.Expr) string {
	var args []string
	for _, a := range x.Args {
		args = append(args, s.expr(a))
	}
	switch {
	case x.Op == summary.Func && x.Name == section.ReleaseFunc:
		return "a function that gives the lock back"
	case x.Op == summary.Call && x.Name == value.OnceFunc:
		return args[0]
	}
	switch x.Op {
	case summary.Nil:
		return "nil"
	case summary.Func:
		return "the function " + funcName(x.Name)
	case summary.Struct:
		for i, name := range x.Names {
			args[i] = name + ": " + args[i]
		}
		return "{" + strings.Join(args, ", ") + "}"
	case summary.Call:
		if isBinary(x) {
			return operand(x.Args[0], args[0]) + " " + x.Name + " " + operand(x.Args[1], args[1])
		}
		return x.Name[strings.LastIndexByte(x.Name, '/')+1:] + "(" + strings.Join(args, ", ") + ")"
	case summary.Either:
		return strings.Join(args, " or ")
	case summary.Recovered:
		return "what recover returns"
	}
	return "something unknown"
}

// operand is an operand as the source would write it: a number has no quotation marks, and what is computed has brackets.
func operand(x *summary.Expr, text string) string {
	switch {
	case x == nil:
	case x.Op == summary.Const && isNumber(x.Name):
		return x.Name
	case isBinary(x):
		return "(" + text + ")"
	}
	return text
}

// isBinary tells an operator with its operands.
func isBinary(x *summary.Expr) bool {
	return x.Op == summary.Call && len(x.Args) == 2 && strings.Trim(x.Name, "+-*/%&|^<>=!") == ""
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// template is a key with names in its holes.
func (s speaker) template(x *summary.Expr) string {
	text := x.Name
	for _, a := range x.Args {
		name := "?"
		if a != nil {
			name = s.expr(a)
		}
		text = strings.Replace(text, summary.Hole, "{"+name+"\x00", 1)
	}
	return strconv.Quote(strings.ReplaceAll(text, "\x00", "}"))
}

func pick(names []string, i int, other string) string {
	if i < len(names) {
		return names[i]
	}
	return other
}
