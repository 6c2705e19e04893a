// Package fiber is a stub.
package fiber

import (
	"context"

	"github.com/valyala/fasthttp"
)

type Ctx struct{}

func (*Ctx) Context() *fasthttp.RequestCtx { return nil }
func (*Ctx) UserContext() context.Context  { return nil }
