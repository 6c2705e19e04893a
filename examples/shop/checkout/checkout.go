// Package checkout keeps one checkout of a cart at a time.
package checkout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	lease    = 30 * time.Second
	workTime = 20 * time.Second
)

// ErrBusy tells that the cart is being checked out.
var ErrBusy = errors.New("checkout: checkout is under way")

// Carts checks carts out.
type Carts struct{ rdb *redis.Client }

// New returns Carts in rdb.
func New(rdb *redis.Client) *Carts { return &Carts{rdb: rdb} }

func lockKey(cart int64) string { return fmt.Sprintf("lock:cart:%d", cart) }

// Checkout deletes the key, whoever set it: after it expired, that is the lock of the next checkout.
func (c *Carts) Checkout(ctx context.Context, cart int64) error {
	ok, err := c.rdb.SetNX(ctx, lockKey(cart), "checkout", lease).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	work, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	err = c.order(work, cart)
	return errors.Join(err, c.rdb.Del(context.WithoutCancel(ctx), lockKey(cart)).Err())
}

var compareAndDelete = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// CheckoutFixed stores a token of its own and deletes the key only if it still holds that.
func (c *Carts) CheckoutFixed(ctx context.Context, cart int64) error {
	token := uuid.NewString()
	ok, err := c.rdb.SetNX(ctx, lockKey(cart), token, lease).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer c.free(ctx, cart, token)
	work, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	return c.order(work, cart)
}

func (c *Carts) free(ctx context.Context, cart int64, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if freed, err := compareAndDelete.Run(ctx, c.rdb, []string{lockKey(cart)}, token).Int(); err != nil || freed == 0 {
		slog.WarnContext(ctx, "cart not freed", "cart", cart, "err", err)
	}
}

// order puts the cart into the queue of those who write orders.
func (c *Carts) order(ctx context.Context, cart int64) error {
	return c.rdb.RPush(ctx, "checkouts", cart).Err()
}
