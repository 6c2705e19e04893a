// Case gb11retry: loops that try the work again under one lock, and end in the middle or behind.
package gb11retry

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

func lockKey(id string) string { return "push:lock:" + id }

type Pusher struct {
	c   *redislock.Client
	rdb *redis.Client
	db  *sql.DB
	mu  sync.Mutex
}

func (p *Pusher) push(ctx context.Context) error {
	_, err := p.db.ExecContext(ctx, "UPDATE outbox SET pushed = true")
	return err
}

// Push is right: the key stays for a day where it went well, and is dropped where all tries failed.
func (p *Pusher) Push(ctx context.Context, id string) error {
	key := lockKey(id)
	ok, err := p.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	for range 3 {
		if err = p.push(ctx); err == nil {
			return nil
		}
	}
	p.rdb.Del(ctx, key)
	return err
}

// PushOK is right in the other order.
func (p *Pusher) PushOK(ctx context.Context, id string) error {
	key := lockKey(id)
	if ok, err := p.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result(); err != nil || !ok {
		return err
	}
	var last error
	for try := 0; try < 3; try++ {
		last = p.push(ctx)
		if last == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			p.rdb.Del(context.WithoutCancel(ctx), key)
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	p.rdb.Del(ctx, key)
	return last
}

// Lock forgets its lock where it went well, or keeps it on purpose: it runs out.
func (p *Pusher) Lock(ctx context.Context) error {
	l, err := p.c.Obtain(ctx, "push", time.Minute, nil) //may:leakedlock
	if err != nil {
		return err
	}
	for range 3 {
		if err = p.push(ctx); err == nil {
			return nil
		}
	}
	return errors.Join(err, l.Release(context.Background()))
}

// Mutex forgets two ways.
func (p *Pusher) Mutex(ids []int) (int, error) {
	p.mu.Lock() //bug:leakedlock/early-return
	for i, id := range ids {
		if id < 0 {
			return 0, errors.New("negative")
		}
		if id == 7 {
			return i, nil
		}
	}
	p.mu.Unlock()
	return -1, nil
}

// Retried is right: each round takes and gives back.
func (p *Pusher) Retried(ctx context.Context) (err error) {
	for range 5 {
		var l *redislock.Lock
		if l, err = p.c.Obtain(ctx, "push", time.Minute, nil); err != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		err = p.push(ctx)
		_ = l.Release(context.WithoutCancel(ctx))
		if err == nil {
			return nil
		}
	}
	return err
}

// Waited is right: it goes on until it has the lock.
func (p *Pusher) Waited(ctx context.Context) error {
	var l *redislock.Lock
	for l == nil {
		got, err := p.c.Obtain(ctx, "push", time.Minute, nil)
		switch {
		case err == nil:
			l = got
		case errors.Is(err, redislock.ErrNotObtained):
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		default:
			return err
		}
	}
	defer func() { _ = l.Release(context.WithoutCancel(ctx)) }()
	return p.push(ctx)
}

// GaveUp does the work when the tries are over.
func (p *Pusher) GaveUp(ctx context.Context) error {
	for range 5 {
		ok, err := p.rdb.SetNX(ctx, "push:lock", 1, time.Minute).Result() //bug:uncheckedlock/fallthrough
		if err != nil {
			return err
		}
		if ok {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return p.push(ctx)
}
