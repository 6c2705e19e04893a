// Package helpers has the claim in functions of its own.
package helpers

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errDuplicate = errors.New("handled already")

// Claims are keys.
type Claims struct{ rdb *redis.Client }

func (c *Claims) Take(ctx context.Context, id string) (bool, error) {
	return c.rdb.SetNX(ctx, "event:"+id, "1", time.Hour).Result()
}

func (c *Claims) Drop(ctx context.Context, id string) error {
	return c.rdb.Del(ctx, "event:"+id).Err()
}

type Events struct {
	claims *Claims
	rdb    *redis.Client
	db     *sql.DB
}

func (e *Events) save(ctx context.Context, id string) error {
	_, err := e.db.ExecContext(ctx, "INSERT INTO events (id) VALUES ($1)", id)
	return err
}

// The call of the helper is the claim.
func (e *Events) Handle(ctx context.Context, id string) error {
	ok, err := e.claims.Take(ctx, id) // want `stuck`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return e.save(ctx, id)
}

// Silent: the other helper drops it.
func (e *Events) HandleRight(ctx context.Context, id string) error {
	ok, err := e.claims.Take(ctx, id)
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := e.save(ctx, id); err != nil {
		return errors.Join(err, e.claims.Drop(ctx, id))
	}
	return nil
}

// Silent here: what is called claims, works, and is judged there; what fails here comes after.
func (e *Events) Twice(ctx context.Context, id string) error {
	if err := e.once(ctx, id); err != nil {
		return err
	}
	_, err := e.db.ExecContext(ctx, "UPDATE seen SET n = n + 1")
	return err
}

func (e *Events) once(ctx context.Context, id string) error {
	ok, err := e.rdb.SetNX(ctx, "once:"+id, "1", time.Hour).Result() // want `stuck`
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return e.save(ctx, id)
}

// Silent: the caller drops it.
func (e *Events) inner(ctx context.Context, id string) error {
	ok, err := e.rdb.SetNX(ctx, "inner:"+id, "1", time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return e.save(ctx, id)
}

func (e *Events) Outer(ctx context.Context, id string) error {
	err := e.inner(ctx, id)
	if err != nil && !errors.Is(err, errDuplicate) {
		e.rdb.Del(ctx, "inner:"+id)
	}
	return err
}

// Silent: another function gives it back, when the job ends.
func (e *Events) Start(ctx context.Context, id string) error {
	ok, err := e.rdb.SetNX(ctx, "job:"+id, "1", time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	return e.save(ctx, id)
}

func (e *Events) Finish(ctx context.Context, id string) { e.rdb.Del(ctx, "job:"+id) }

// A literal that a caller runs.
func (e *Events) Handler() func(ctx context.Context, id string) error {
	return func(ctx context.Context, id string) error {
		ok, err := e.rdb.SetNX(ctx, "lit:"+id, "1", time.Hour).Result() // want `stuck`
		if err != nil {
			return err
		}
		if !ok {
			return errDuplicate
		}
		return e.save(ctx, id)
	}
}
