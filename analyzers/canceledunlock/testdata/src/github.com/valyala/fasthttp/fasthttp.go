// Package fasthttp is a stub.
package fasthttp

import "context"

type RequestCtx struct{ context.Context }
