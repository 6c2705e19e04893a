package value

import (
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// The methods of a context that are looked at, by their full names.
const (
	contextValue = "(context.Context).Value"
	contextErr   = "(context.Context).Err"
	contextDone  = "(context.Context).Done"
)

// Names in the expressions of contexts.
const (
	DoneChan   = "ctx.Done"      // Call: the channel that is closed when a context has ended
	CtxErr     = "ctx.Err"       // Call: not nil once a context has ended
	CancelFunc = "cancel"        // Call: the function that ends a context
	RequestCtx = "Context()"     // Field: the context of a request
	Detached   = "WithoutCancel" // Derived: does not end with its parent
	Kept       = "with"          // Derived: ends with its parent, and in no other way
	Shared     = summary.Shared  // Derived: somebody else has the function that ends it
)

// deriving are the functions that derive a context which ends with its parent, or earlier, where somebody calls
// the function that they return beside it.
var deriving = map[string]string{
	"context.WithCancel": "WithCancel", "context.WithCancelCause": "WithCancelCause",
	"context.WithTimeout": "WithTimeout", "context.WithTimeoutCause": "WithTimeoutCause",
	"context.WithDeadline": "WithDeadline", "context.WithDeadlineCause": "WithDeadlineCause",
	"os/signal.NotifyContext": "NotifyContext",
}

// Cancels tells a function that returns, behind the context that it derives, the function that ends that.
func Cancels(name string) bool { return deriving[name] != "" }

// roots are the functions that make a context which nobody ends.
var roots = map[string]string{
	"context.Background": "context.Background", "context.TODO": "context.TODO",
	"github.com/gogf/gf/v2/os/gctx.New": "context.Background", // the background with the id of a trace
	"github.com/gogf/gf/os/gctx.New":    "context.Background",
}

// MakesBackground tells a function that makes a context which nobody ends.
func MakesBackground(name string) bool { return roots[name] != "" }

// ofContext follows contexts: those derived from another keep its values. at tells one derived context from
// others that are made alike.
func ofContext(name string, args []*summary.Expr, at *summary.Expr, arg func(int) *summary.Expr) (*summary.Expr, bool) {
	if how := deriving[name]; how != "" {
		return summary.New(summary.Derived, nanoseconds(arg(1)), how, arg(0), at), true
	}
	if field := requestContexts[name]; field != "" {
		return arg(0).Dot(field), true
	}
	if root := roots[name]; root != "" {
		return summary.GlobalOf(root), true
	}
	switch name {
	case "context.WithValue":
		if arg(0) == nil || arg(1) == nil {
			return nil, true
		}
		return summary.New(summary.WithValue, 0, arg(1).String(), args[0], arg(2)), true
	case "context.WithoutCancel":
		return summary.New(summary.Derived, 0, Detached, arg(0)), true
	case contextValue:
		if arg(0) == nil || arg(1) == nil {
			return nil, true
		}
		return args[0].Value(arg(1).String()), true
	case contextErr:
		return summary.New(summary.Call, 0, CtxErr, arg(0)), true
	case contextDone:
		return summary.New(summary.Call, 0, DoneChan, arg(0)), true
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		return summary.NewStruct("", []string{RequestCtx}, []*summary.Expr{arg(1)}), true
	}
	return nil, false
}

// Background tells the root of contexts that nobody ends.
func Background(x *summary.Expr) bool {
	return x != nil && x.Op == summary.Global && (x.Name == "context.Background" || x.Name == "context.TODO")
}

// Keeping are functions of tracing and RPC libraries that put something into a context: the result number of the
// context that they derive. It ends with their first argument of that type.
func Keeping(name string) (result int, ok bool) {
	i, ok := keeping[strings.TrimPrefix(name, "vendor/")]
	return i, ok
}

var keeping = map[string]int{
	"(go.opentelemetry.io/otel/trace.Tracer).Start":                                   0,
	"github.com/gogf/gf/v2/os/gctx.WithSpan":                                          0,
	"github.com/gogf/gf/v2/os/gctx.WithCtx":                                           0,
	"go.opentelemetry.io/otel/trace.ContextWithSpan":                                  0,
	"go.opentelemetry.io/otel/baggage.ContextWithBaggage":                             0,
	"github.com/opentracing/opentracing-go.StartSpanFromContext":                      1,
	"github.com/opentracing/opentracing-go.ContextWithSpan":                           0,
	"go.opencensus.io/trace.StartSpan":                                                0,
	"gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer.StartSpanFromContext":             1,
	"github.com/DataDog/dd-trace-go/v2/ddtrace/tracer.StartSpanFromContext":           1,
	"google.golang.org/grpc/metadata.NewOutgoingContext":                              0,
	"google.golang.org/grpc/metadata.AppendToOutgoingContext":                         0,
	"github.com/aws/aws-xray-sdk-go/xray.BeginSubsegment":                             0,
	"github.com/newrelic/go-agent/v3/newrelic.NewContext":                             0,
	"(*go.uber.org/zap.Logger).WithContext":                                           0,
	"github.com/grpc-ecosystem/go-grpc-middleware/logging/logrus/ctxlogrus.ToContext": 0,
}
