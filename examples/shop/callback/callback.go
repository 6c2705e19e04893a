// Package callback books what the payment provider reports. The provider calls again until it is answered with success.
package callback

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

const keep = 48 * time.Hour

var errUnknown = errors.New("callback: payment is unknown")

// Callbacks answers the provider.
type Callbacks struct {
	rdb  *redis.Client
	pool *pgxpool.Pool
}

// New returns Callbacks.
func New(rdb *redis.Client, pool *pgxpool.Pool) *Callbacks { return &Callbacks{rdb: rdb, pool: pool} }

func onceKey(event string) string { return "callback:" + event }

// Paid keeps the key when the booking fails: the provider's next call is answered as done, and nothing is booked.
func (c *Callbacks) Paid(w http.ResponseWriter, r *http.Request) {
	ctx, event := r.Context(), r.FormValue("event")
	first, err := c.rdb.SetNX(ctx, onceKey(event), "1", keep).Result()
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if !first {
		return
	}
	if err := c.book(ctx, r.FormValue("payment")); err != nil {
		slog.ErrorContext(ctx, "not booked", "event", event, "err", err)
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

// PaidFixed drops the key, so that the next call books.
func (c *Callbacks) PaidFixed(w http.ResponseWriter, r *http.Request) {
	ctx, event := r.Context(), r.FormValue("event")
	first, err := c.rdb.SetNX(ctx, onceKey(event), "1", keep).Result()
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if !first {
		return
	}
	if err := c.book(ctx, r.FormValue("payment")); err != nil {
		err = errors.Join(err, c.rdb.Del(context.WithoutCancel(ctx), onceKey(event)).Err())
		slog.ErrorContext(ctx, "not booked", "event", event, "err", err)
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (c *Callbacks) book(ctx context.Context, payment string) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, "UPDATE payments SET captured = authorised WHERE id = $1 AND captured = 0", payment)
		if err != nil {
			return err
		}
		if done.RowsAffected() == 0 {
			return errUnknown
		}
		return nil
	})
}
