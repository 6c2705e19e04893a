// Case okgb13rounds: loops whose answer or error is made of that of the round before, on which an analysis must not turn in circles.
package okgb13rounds

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

type waiter struct{ rdb *redis.Client }

func (w *waiter) ask(ctx context.Context) (bool, error) {
	return w.rdb.SetNX(ctx, "turn", 1, time.Second).Result()
}

func wrap(err error) error { return fmt.Errorf("again: %w", err) }

func temporary(err error) bool { return err != nil }

// Turn keeps the answer from round to round.
func (w *waiter) Turn(ctx context.Context, n int) bool {
	var ok bool
	for !ok {
		if n > 3 {
			ok = w.rdb.SetNX(ctx, "turn", 1, time.Second).Val()
		}
		n++
	}
	return ok
}

// Either goes round on one of two answers.
func (w *waiter) Either(ctx context.Context, a, b bool) bool {
	for {
		next := a
		if b {
			next, _ = w.ask(ctx)
		}
		if next {
			return true
		}
		a, b = b, next
		if ctx.Err() != nil {
			return false
		}
	}
}

// Wrapped wraps the error of the round before.
func (w *waiter) Wrapped(ctx context.Context) error {
	_, err := w.ask(ctx)
	for temporary(err) {
		err = wrap(err)
		if ctx.Err() != nil {
			return err
		}
	}
	for err = wrap(err); temporary(wrap(err)); {
		err = wrap(err)
	}
	return err
}
