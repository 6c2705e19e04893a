package value

import (
	"strconv"

	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/summary"
)

// A Result is what a function of the standard library returns: the expression of its first result, and
// what is known of it.
type Result struct {
	X  *summary.Expr
	Is summary.Truth
}

// Std models the functions of the standard library through which keys, contexts and errors pass. Name is
// the function's full name, args its arguments (a variadic slice's elements come from elems), at the
// expression of the call itself.
func Std(name string, args []*summary.Expr, at *summary.Expr, elems func(*summary.Expr) []*summary.Expr) (Result, bool) {
	arg := func(i int) *summary.Expr {
		if i < len(args) {
			return args[i]
		}
		return nil
	}
	if x, ok := ofText(name, args, arg, elems); ok {
		return Result{X: x}, true
	}
	if r, ok := ofErrors(name, at, arg, elems); ok {
		return r, true
	}
	if name == OnceFunc {
		return Result{X: summary.New(summary.Call, 0, OnceFunc, arg(0), at), Is: summary.NotNil}, true
	}
	if _, seq := seqParams[name]; seq {
		return Result{X: pure(name, args), Is: summary.NotNil}, true
	}
	if unit, ok := units[name]; ok {
		return Result{X: summary.New(summary.Call, 0, "/", arg(0), summary.ConstOf(unit))}, true
	}
	switch name {
	case "(*sync.Map).LoadOrStore", "(*sync.Map).Load":
		if arg(0) == nil {
			return Result{}, true
		}
		return Result{X: args[0].At(arg(1))}, true
	}
	if x, ok := ofContext(name, args, at, arg); ok {
		is := summary.NotNil
		if name == contextValue || name == contextErr {
			is = summary.Unknown
		}
		return Result{X: x, Is: is}, true
	}
	switch {
	case keys.IsPure(name):
		return Result{X: pure(name, args)}, true
	case keys.IsVolatile(name):
		return Result{X: keys.Volatile(name, at)}, true
	}
	return Result{}, false
}

// ofText puts texts together. A text of which not all is known is still the same for the same arguments.
func ofText(name string, args []*summary.Expr, arg func(int) *summary.Expr, elems func(*summary.Expr) []*summary.Expr) (*summary.Expr, bool) {
	switch name {
	case "fmt.Sprintf":
		if x := keys.Sprintf(arg(0), elems(arg(1))); x != nil {
			return x, true
		}
		return pure(name, args), true // its format may be the caller's
	case "fmt.Sprint":
		return keys.Concat(elems(arg(0))...), true
	case "strings.Join":
		if parts := elems(arg(0)); parts != nil {
			return keys.Join(parts, arg(1)), true
		}
		return pure(name, args), true
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint":
		if base := arg(1); base == nil || base.Op == summary.Const && base.Name == "10" {
			return arg(0), true
		}
		return pure(name, args), true
	}
	return nil, false
}

// ofErrors makes and wraps errors: a new one is not nil, one that wraps others is nil where they are.
func ofErrors(name string, at *summary.Expr, arg func(int) *summary.Expr, elems func(*summary.Expr) []*summary.Expr) (Result, bool) {
	switch name {
	case "fmt.Errorf", "errors.New",
		"google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.Errorf",
		"github.com/pkg/errors.New", "github.com/pkg/errors.Errorf",
		"golang.org/x/xerrors.New", "golang.org/x/xerrors.Errorf":
		return Result{X: at, Is: summary.NotNil}, true
	case "errors.Join":
		return Result{X: summary.New(summary.Call, 0, "any", elems(arg(0))...)}, true
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack",
		"github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef":
		return Result{X: summary.New(summary.Call, 0, "any", arg(0))}, true
	case "errors.Unwrap":
		return Result{X: at}, true
	}
	return Result{}, false
}

// units are how many nanoseconds there are in what the methods of time.Duration count.
var units = map[string]string{
	"(time.Duration).Seconds": "1000000000", "(time.Duration).Milliseconds": "1000000", "(time.Duration).Microseconds": "1000",
}

func pure(name string, args []*summary.Expr) *summary.Expr {
	return summary.New(summary.Call, 0, name, args...)
}

// OnceFunc is a function of the standard library; a call of it, with the function and itself, is what it returns.
const OnceFunc = "sync.OnceFunc"

// seqParams are the iterators of the standard library, and which argument of the loop's body is an element.
var seqParams = map[string]int{
	"slices.Values": 0, "slices.All": 1, "slices.Backward": 1, "maps.Values": 0, "maps.All": 1,
}

// ElementParam is the argument of the body of a range over seq that is an element of what seq was made of, or -1.
func ElementParam(seq *summary.Expr) int {
	if seq == nil || seq.Op != summary.Call || len(seq.Args) != 1 {
		return -1
	}
	if i, ok := seqParams[seq.Name]; ok {
		return i
	}
	return -1
}

// nanoseconds is a constant time.Duration, or 0.
func nanoseconds(x *summary.Expr) int {
	if x == nil || x.Op != summary.Const {
		return 0
	}
	ns, _ := strconv.Atoi(x.Name)
	return ns
}

// ElementName is the key under which element i of a variadic slice is stored.
func ElementName(i int) *summary.Expr { return summary.ConstOf(strconv.Itoa(i)) }
