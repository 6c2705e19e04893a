// Package frameworks gets its contexts from web frameworks.
package frameworks

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"
)

var locks *redislock.Client

func work(context.Context) {}

func Gin(c *gin.Context) {
	ctx := c.Request.Context()
	l, err := locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		return
	}
	defer l.Release(ctx) // want `request-ctx`
	work(ctx)
}

func Echo(c echo.Context) error {
	l, err := locks.Obtain(c.Request().Context(), "lock:b", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(c.Request().Context()) // want `request-ctx`
	work(c.Request().Context())
	return nil
}

func Fiber(c *fiber.Ctx) error {
	l, err := locks.Obtain(c.Context(), "lock:c", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(c.Context()) // want `request-ctx`
	work(c.Context())
	return nil
}

func Fast(c *fasthttp.RequestCtx) {
	l, err := locks.Obtain(c, "lock:d", time.Minute, nil)
	if err != nil {
		return
	}
	defer l.Release(c) // want `request-ctx`
	work(c)
}

// GinItself is silent: gin's own context does not end, unless the engine's ContextWithFallback says so.
func GinItself(c *gin.Context) {
	l, err := locks.Obtain(c, "lock:e", time.Minute, nil)
	if err != nil {
		return
	}
	defer l.Release(c)
	work(c)
}

// FiberUser is silent: this is the background, unless a middleware has set another.
func FiberUser(c *fiber.Ctx) error {
	l, err := locks.Obtain(c.UserContext(), "lock:f", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(c.UserContext())
	work(c.UserContext())
	return nil
}
