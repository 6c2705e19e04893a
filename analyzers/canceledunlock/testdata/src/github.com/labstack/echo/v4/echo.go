// Package echo is a stub.
package echo

import "net/http"

type Context interface{ Request() *http.Request }
