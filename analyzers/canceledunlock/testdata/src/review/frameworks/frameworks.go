// Package frameworks: contexts that end only where the program has told the framework so.
package frameworks

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
)

var locks *redislock.Client

func work(context.Context) {}

func Gin(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c, time.Minute)
	defer cancel()
	l, err := locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		return
	}
	defer l.Release(ctx) // want `provided that the framework is told to end its context with the request \(canceledunlock/request-ctx\)`
	work(ctx)
}

func Fiber(c *fiber.Ctx) error {
	l, err := locks.Obtain(c.UserContext(), "lock:b", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(c.UserContext()) // want `request-ctx`
	work(c.UserContext())
	return nil
}
