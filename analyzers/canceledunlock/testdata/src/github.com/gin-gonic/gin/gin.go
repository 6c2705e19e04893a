// Package gin is a stub.
package gin

import (
	"context"
	"net/http"
)

type Context struct {
	context.Context
	Request *http.Request
}
