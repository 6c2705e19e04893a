// Case le30claims: a key alone makes requests idempotent, in handlers, middlewares and consumers; where the work fails the key stays.
package le30claims

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
)

var errSeen = errors.New("was handled")

const day = 24 * time.Hour

// Orders books orders.
type Orders struct {
	rdb  *redis.Client
	pool *pgxpool.Pool
}

func (o *Orders) insert(ctx context.Context, id string, cents int64) error {
	_, err := o.pool.Exec(ctx, "INSERT INTO bookings (id, ref, cents) VALUES ($1, $2, $3)", uuid.NewString(), id, cents)
	return err
}

// Gin answers 500 and keeps the key.
func (o *Orders) Gin(c *gin.Context) {
	id := c.GetHeader("Idempotency-Key")
	first, err := o.rdb.SetNX(c, "order:"+id, 1, day).Result() //bug:claimonly/stuck
	if err != nil {
		c.AbortWithStatus(http.StatusServiceUnavailable)
		return
	}
	if !first {
		c.JSON(http.StatusConflict, gin.H{"error": "duplicate"})
		return
	}
	if err := o.insert(c, id, 100); err != nil {
		c.JSON(http.StatusInternalServerError, gin.H{"error": "not booked"})
		return
	}
	c.Status(http.StatusCreated)
}

// GinRight drops it.
func (o *Orders) GinRight(c *gin.Context) {
	id := c.GetHeader("Idempotency-Key")
	first, err := o.rdb.SetNX(c, "order2:"+id, 1, day).Result()
	if err != nil {
		c.AbortWithStatus(http.StatusServiceUnavailable)
		return
	}
	if !first {
		c.JSON(http.StatusConflict, gin.H{"error": "duplicate"})
		return
	}
	if err := o.insert(c, id, 100); err != nil {
		if err := o.rdb.Del(context.WithoutCancel(c), "order2:"+id).Err(); err != nil {
			slog.Error("claim stays", "id", id, "err", err)
		}
		c.JSON(http.StatusInternalServerError, gin.H{"error": "not booked"})
		return
	}
	c.Status(http.StatusCreated)
}

// Echo returns the error.
func (o *Orders) Echo(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	first, err := o.rdb.SetNX(ctx, "echo:"+id, 1, day).Result() //bug:claimonly/stuck
	if err != nil {
		return err
	}
	if !first {
		return c.NoContent(http.StatusConflict)
	}
	if err := o.insert(ctx, id, 1); err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, err.Error())
	}
	return c.NoContent(http.StatusCreated)
}

// Deferred drops the key where the named error is set.
func (o *Orders) Deferred(ctx context.Context, id string) (err error) {
	first, err := o.rdb.SetNX(ctx, "deferred:"+id, 1, day).Result()
	if err != nil {
		return err
	}
	if !first {
		return errSeen
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, o.rdb.Del(context.WithoutCancel(ctx), "deferred:"+id).Err())
		}
	}()
	return o.insert(ctx, id, 5)
}

// Unique has a constraint behind it.
func (o *Orders) Unique(ctx context.Context, id string) error {
	first, err := o.rdb.SetNX(ctx, "unique:"+id, 1, day).Result()
	if err != nil {
		return err
	}
	if !first {
		return errSeen
	}
	err = o.insert(ctx, id, 5)
	if pg := new(pgconn.PgError); errors.As(err, &pg) && pg.Code == "23505" {
		return errSeen
	}
	return err
}

// Short is gone before a client tries again.
func (o *Orders) Short(ctx context.Context, id string) error {
	first, err := o.rdb.SetNX(ctx, "short:"+id, 1, 20*time.Second).Result()
	if err != nil {
		return err
	}
	if !first {
		return errSeen
	}
	return o.insert(ctx, id, 5)
}

// Settled shortens the life of a failed claim.
func (o *Orders) Settled(ctx context.Context, id string) error {
	key := "settled:" + id
	first, err := o.rdb.SetNX(ctx, key, "pending", day).Result()
	if err != nil {
		return err
	}
	if !first {
		return errSeen
	}
	if err := o.insert(ctx, id, 5); err != nil {
		return errors.Join(err, o.rdb.Expire(context.WithoutCancel(ctx), key, time.Second).Err())
	}
	return o.rdb.Set(ctx, key, "done", day).Err()
}

// Throttle lets one try in through each minute, whatever came of it.
func (o *Orders) Throttle(ctx context.Context, user string) error {
	ok, err := o.rdb.SetNX(ctx, "sms:throttle:"+user, 1, 5*time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSeen
	}
	return o.insert(ctx, user, 0)
}

func onceKey(id string) string { return "once:" + id }

// A Guard claims for others.
type Guard struct{ rdb *redis.Client }

// Once claims an id.
func (g *Guard) Once(ctx context.Context, id string) (bool, error) {
	return g.rdb.SetNX(ctx, onceKey(id), 1, day).Result()
}

// Forget gives it back.
func (g *Guard) Forget(ctx context.Context, id string) error {
	return g.rdb.Del(context.WithoutCancel(ctx), onceKey(id)).Err()
}

// Consumer handles messages.
type Consumer struct {
	guard  *Guard
	orders *Orders
}

// Handle forgets where nothing was done: once the order is booked, it must not be booked again.
func (c *Consumer) Handle(ctx context.Context, id string, cents int64) error {
	first, err := c.guard.Once(ctx, id)
	if err != nil || !first {
		return err
	}
	if err := c.orders.insert(ctx, id, cents); err != nil {
		return errors.Join(err, c.guard.Forget(ctx, id))
	}
	if err := c.orders.insert(ctx, id+"-tax", cents/5); err != nil {
		return err
	}
	return nil
}
