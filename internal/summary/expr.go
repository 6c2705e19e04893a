package summary

import (
	"strconv"
	"strings"
	"time"
)

// An Op is the kind of an [Expr].
type Op uint8

// The kinds of expressions. Param, Free, Result and Fresh are what a summary may speak of; Local
// names a value of the function that is being analysed and never leaves it.
const (
	Param     Op = iota + 1 // parameter Index; the receiver of a method is parameter 0
	Free                    // free variable Index of a closure
	Result                  // result Index of the function
	Fresh                   // something the call made, number Index
	Local                   // the value of instruction Index
	Global                  // the package variable Name
	Const                   // the constant Name
	Nil                     // nil
	Field                   // Args[0].Name
	Elem                    // Args[0][Args[1]]
	Deref                   // *Args[0], for pointers to something else than a struct
	Ref                     // a variable that holds Args[0]
	CtxValue                // Args[0].Value(Name)
	WithValue               // context.WithValue(Args[0], Name, Args[1])
	Derived                 // a context derived from Args[0] by Name ("WithTimeout", "WithoutCancel" ...); Args[1], if any, tells it from others made alike; Index: nanoseconds until it ends, where known
	Struct                  // a struct of type Name whose fields, in Names order, are Args
	Template                // the text Name, whose {} are filled by Args in order
	Call                    // Name applied to Args: equal arguments, equal value
	Func                    // the function Name with the free variables Args
	Recovered               // what recover() returns
	Either                  // one of Args
)

// An Expr says where a value came from: an access path, a constant, a key template. Two values
// whose expressions are equal are the same value, as far as the analysis goes. Expressions are
// immutable. The nil *Expr is "unknown", which equals nothing.
type Expr struct {
	Op    Op
	Index int
	Name  string
	Names []string
	Args  []*Expr
	Built []Build `json:"-"` // where a text was put together, outermost first; no part of the value
	text  string  // the canonical form; empty after decoding
}

// ImplementedBy begins the name of the call that asks whether a type stands behind an interface.
const ImplementedBy = "is "

// maxSize bounds the text of an expression; a larger one is unknown. Loops that build a value of
// itself end here.
const maxSize = 600

// maxText bounds a text that the source writes out, with holes or without: SQL over many lines is one.
const maxText = 6000

// New makes an expression and its canonical form. An unknown argument makes the whole unknown, but
// not that of a struct or function, whose other parts stay useful.
func New(op Op, index int, name string, args ...*Expr) *Expr {
	if op != Template && op != Ref {
		args = withoutLong(args)
	}
	for _, a := range args {
		if a == nil && op != Struct && op != Func && op != WithValue && op != Template {
			return nil
		}
	}
	return (&Expr{Op: op, Index: index, Name: name, Args: args}).sealed()
}

// NewStruct makes a struct of a type with the fields names, in order.
func NewStruct(typ string, names []string, args []*Expr) *Expr {
	return (&Expr{Op: Struct, Name: typ, Names: names, Args: withoutLong(args)}).sealed()
}

func (e *Expr) sealed() *Expr {
	e.text = e.canonical()
	limit := maxSize
	if e.Op == Const || e.Op == Template || e.Op == Ref {
		limit = maxText
	}
	if len(e.text) > limit {
		return nil
	}
	return e
}

// Leaf constructors.

// ParamOf is parameter i.
func ParamOf(i int) *Expr { return New(Param, i, "") }

// FreeOf is free variable i.
func FreeOf(i int) *Expr { return New(Free, i, "") }

// ResultOf is result i.
func ResultOf(i int) *Expr { return New(Result, i, "") }

// FreshOf is the i-th thing that a call made.
func FreshOf(i int) *Expr { return New(Fresh, i, "") }

// LocalOf is the value of instruction i.
func LocalOf(i int) *Expr { return New(Local, i, "") }

// GlobalOf is the package variable of a full name.
func GlobalOf(name string) *Expr { return New(Global, 0, name) }

// ConstOf is a constant, in the text of its value.
func ConstOf(text string) *Expr { return New(Const, 0, text) }

// NilExpr is nil.
var NilExpr = New(Nil, 0, "")

// Elements names, in the place of a field, all elements of a slice that is written as a struct.
const Elements = "[]"

// Dot selects a field. A field of a struct literal is what the literal put there.
func (e *Expr) Dot(name string) *Expr {
	if e == nil {
		return nil
	}
	if e.Op == Either {
		return e.each(func(a *Expr) *Expr { return a.Dot(name) })
	}
	if e.Op == Ref { // a struct that stands in a variable
		return e.Args[0].Dot(name)
	}
	if e.Op == Struct {
		for i, n := range e.Names {
			if n == name {
				return e.Args[i]
			}
		}
		if strings.HasPrefix(name, "!") { // a mark of the analysis
			return New(Field, 0, name, e)
		}
		return nil
	}
	return New(Field, 0, name, e)
}

// At selects an element.
func (e *Expr) At(key *Expr) *Expr {
	if e != nil && e.Op == Struct && len(e.Names) == 1 && e.Names[0] == Elements {
		return e.Args[0]
	}
	if key == nil {
		key = GlobalOf("*")
	}
	return New(Elem, 0, "", e, key)
}

// Load is what the address e points to.
func (e *Expr) Load() *Expr {
	if e != nil && e.Op == Ref {
		return e.Args[0]
	}
	return New(Deref, 0, "", e)
}

// Value looks a key up in a context.
func (e *Expr) Value(key string) *Expr {
	for e != nil {
		switch e.Op {
		case WithValue:
			if e.Name == key {
				return e.Args[1]
			}
			e = e.Args[0]
		case Derived:
			e = e.Args[0]
		default:
			return New(CtxValue, 0, key, e)
		}
	}
	return nil
}

// String is the canonical form: two expressions are equal exactly where their forms are.
func (e *Expr) String() string {
	switch {
	case e == nil:
		return "?"
	case e.text != "":
		return e.text
	}
	return e.canonical()
}

func (e *Expr) canonical() string {
	n := strconv.Itoa(e.Index)
	switch e.Op {
	case Param:
		return "p" + n
	case Free:
		return "free" + n
	case Result:
		return "r" + n
	case Fresh:
		return "new" + n
	case Local:
		return "%" + n + "%"
	case Global:
		return e.Name
	case Const:
		return strconv.Quote(e.Name)
	case Nil:
		return "nil"
	case Field:
		return e.Args[0].String() + "." + e.Name
	case Elem:
		return e.Args[0].String() + "[" + e.Args[1].String() + "]"
	case Deref:
		return "*" + e.Args[0].String()
	case Ref:
		return "&" + e.Args[0].String()
	case CtxValue:
		return e.Args[0].String() + ".value(" + e.Name + ")"
	case WithValue:
		return e.Args[0].String() + ".with(" + e.Name + "=" + e.Args[1].String() + ")"
	case Derived:
		text := ""
		if e.Index != 0 {
			text = " " + time.Duration(e.Index).String()
		}
		return e.Args[0].String() + "." + e.Name + text + list(e.Args[1:])
	case Struct:
		parts := make([]string, len(e.Names))
		for i, name := range e.Names {
			parts[i] = name + ":" + e.Args[i].String()
		}
		return e.Name + "{" + strings.Join(parts, ",") + "}"
	case Template:
		return strconv.Quote(e.Name) + list(e.Args)
	case Call:
		return e.Name + list(e.Args)
	case Func:
		return "func " + e.Name + list(e.Args)
	case Recovered:
		return "recover()"
	case Either:
		return "either" + list(e.Args)
	}
	return "?"
}

func list(args []*Expr) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = a.String()
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// Equal tells that a and b are known to be the same value.
func Equal(a, b *Expr) bool {
	return a != nil && b != nil && a.Op == b.Op && a.String() == b.String() && a.complete()
}

// complete tells that no part of e is unknown.
func (e *Expr) complete() bool {
	if e == nil {
		return false
	}
	for _, a := range e.Args {
		if !a.complete() {
			return false
		}
	}
	return true
}

// Root is the innermost expression that a path starts from.
func (e *Expr) Root() *Expr {
	for e != nil {
		switch e.Op {
		case Field, Elem, Deref, CtxValue, Derived:
			e = e.Args[0]
		default:
			return e
		}
	}
	return nil
}

// Walk calls f for e and everything in it until f returns false. What tells a derived context from others is
// no part of its value.
func (e *Expr) Walk(f func(*Expr) bool) bool {
	if e == nil {
		return true
	}
	if !f(e) {
		return false
	}
	args := e.Args
	if e.Op == Derived {
		args = args[:1]
	}
	for _, a := range args {
		if !a.Walk(f) {
			return false
		}
	}
	return true
}

// Has tells that an expression of one of the kinds occurs in e.
func (e *Expr) Has(ops ...Op) bool {
	return !e.Walk(func(x *Expr) bool {
		for _, op := range ops {
			if x.Op == op {
				return false
			}
		}
		return true
	})
}

// Loose is the path with every index forgotten: locks[id] and locks[other] are one.
func (e *Expr) Loose() *Expr {
	return e.Map(func(x *Expr) (*Expr, bool) {
		if x.Op == Elem {
			return x.Args[0].Loose().At(nil), true
		}
		return nil, false
	})
}

// Map rebuilds e: f answers for the expressions that it replaces, and the others keep their shape
// around the replaced parts. A replaced part simplifies what stands around it: the field of a struct
// literal, the value of a context.
func (e *Expr) Map(f func(*Expr) (*Expr, bool)) *Expr {
	if e == nil {
		return nil
	}
	if r, ok := f(e); ok {
		return r
	}
	if len(e.Args) == 0 {
		return e
	}
	args := make([]*Expr, len(e.Args))
	same := true
	for i, a := range e.Args {
		args[i] = a.Map(f)
		same = same && args[i] == a
	}
	if same {
		return e
	}
	return e.with(args)
}

func (e *Expr) with(args []*Expr) *Expr {
	switch e.Op {
	case Field:
		return args[0].Dot(e.Name)
	case Elem:
		if args[0] == nil {
			return nil
		}
		return args[0].At(args[1])
	case Deref:
		return args[0].Load()
	case CtxValue:
		return args[0].Value(e.Name)
	case WithValue:
		if args[0] == nil {
			return nil
		}
	case Struct:
		return NewStruct(e.Name, e.Names, args)
	case Template:
		return FillTemplate(e.Name, args).under(e.Built)
	case Either:
		return EitherOf(args...)
	}
	return New(e.Op, e.Index, e.Name, args...).under(e.Built)
}
