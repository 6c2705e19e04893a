// Case okco02kept: keys that are set once and stay for a good reason: the database is the guard, the client is told that all is well, the work goes to a queue, or the key is short-lived.
package okco02kept

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

var errSeen = errors.New("order was placed")

// Orders are placed once.
type Orders struct {
	rdb  *redis.Client
	pool *pgxpool.Pool
}

func (o *Orders) insert(ctx context.Context, id string) error {
	_, err := o.pool.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", id)
	return err
}

// Place asks the database: the key only saves it work.
func (o *Orders) Place(ctx context.Context, id string) error {
	ok, err := o.rdb.SetNX(ctx, "order:"+id, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSeen
	}
	_, err = o.pool.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", id)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return errSeen
	}
	return err
}

// PlaceSoon refuses a double click.
func (o *Orders) PlaceSoon(ctx context.Context, id string) error {
	ok, err := o.rdb.SetNX(ctx, "click:"+id, 1, 3*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSeen
	}
	return o.insert(ctx, id)
}

// ServeHTTP puts what failed into a queue.
func (o *Orders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.PathValue("id")
	ok, err := o.rdb.SetNX(ctx, "seen:"+id, 1, time.Hour).Result()
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if !ok {
		w.WriteHeader(http.StatusOK)
		return
	}
	if err := o.insert(ctx, id); err != nil {
		slog.Error("order goes to the queue", "id", id, "err", err)
		o.rdb.LPush(ctx, "orders:again", id)
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// Remind is tried again by nobody.
func (o *Orders) Remind(ctx context.Context, id string) {
	ok, err := o.rdb.SetNX(ctx, "reminded:"+id, 1, 24*time.Hour).Result()
	if err != nil || !ok {
		return
	}
	if err := o.insert(ctx, id); err != nil {
		slog.Error("not reminded", "id", id, "err", err)
	}
}

// Send limits how often a code is sent, whatever came of it.
func (o *Orders) Send(ctx context.Context, phone string, send func(context.Context, string) error) error {
	ok, err := o.rdb.SetNX(ctx, "sms:rate:"+phone, 1, 5*time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSeen
	}
	return send(ctx, phone)
}

func editKey(id string) string { return "edit:" + id }

// Open hands the key on; Close gives it back.
func (o *Orders) Open(ctx context.Context, id string) error {
	ok, err := o.rdb.SetNX(ctx, editKey(id), "me", 10*time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSeen
	}
	return o.insert(ctx, id)
}

// Close gives it back.
func (o *Orders) Close(ctx context.Context, id string) error {
	return o.rdb.Del(ctx, editKey(id)).Err()
}

// Once is a middleware that drops the key where the handler failed.
func (o *Orders) Once(next func(ctx context.Context, req any) (any, error)) func(context.Context, string, any) (any, error) {
	return func(ctx context.Context, key string, req any) (any, error) {
		ok, err := o.rdb.SetNX(ctx, "request:"+key, 1, 24*time.Hour).Result()
		if err != nil {
			return nil, err
		}
		if ok {
			res, failed := next(ctx, req)
			if failed != nil {
				if err := o.rdb.Del(context.WithoutCancel(ctx), "request:"+key).Err(); err != nil {
					slog.Error("key not dropped", "key", key, "err", err)
				}
			}
			return res, failed
		}
		return nil, errSeen
	}
}
