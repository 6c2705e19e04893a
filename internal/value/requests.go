package value

import "go/types"

// The contexts of web frameworks. Some end with the request or the server; the others end only where the program has told
// the framework so, by a setting or a middleware.

// ConfiguredCtx is the Field of what a framework gives to a handler: a context that does not end by itself.
const ConfiguredCtx = "Context()?"

// requestContexts are the methods that give the context of a request.
var requestContexts = map[string]string{
	"(*net/http.Request).Context":                        RequestCtx,
	"(*github.com/gofiber/fiber/v2.Ctx).Context":         RequestCtx, // fasthttp's, done when the server shuts down
	"(*github.com/gofiber/fiber/v2.Ctx).UserContext":     ConfiguredCtx,
	"(github.com/gofiber/fiber/v3.Ctx).RequestCtx":       RequestCtx,
	"(github.com/gofiber/fiber/v3.Ctx).Context":          ConfiguredCtx,
	"(*github.com/gogf/gf/v2/net/ghttp.Request).Context": RequestCtx,
	"(*github.com/gogf/gf/v2/net/ghttp.Request).GetCtx":  RequestCtx,
	"(google.golang.org/grpc.ServerStream).Context":      RequestCtx,
	"(*github.com/spf13/cobra.Command).Context":          ConfiguredCtx, // the background under Execute; ExecuteContext gives another
}

// RequestType tells a type of a framework that is a context itself: whether it ends with the request or the server, or
// only where the program has told the framework so. It is "" for all other types.
func RequestType(t types.Type) string {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return ""
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
	case "github.com/valyala/fasthttp.RequestCtx":
		return RequestCtx
	case "github.com/gin-gonic/gin.Context": // engine.ContextWithFallback
		return ConfiguredCtx
	}
	return ""
}

// OfRequest tells a function that gives the context of a request: which Field it is. It is "" for all others.
func OfRequest(name string) string { return requestContexts[name] }
