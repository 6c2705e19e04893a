// Package marker sets keys that are no locks.
package marker

import (
	"context"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

type Shop struct{ rdb *redis.Client }

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

// The key is deleted behind the work: that is a lock.
func (s *Shop) Locked(ctx context.Context) error {
	s.rdb.SetNX(ctx, "busy", "1", time.Minute) // want `/ignored\)$`
	err := s.work(ctx)
	s.rdb.Del(ctx, "busy")
	return err
}

// Silent: the default of a setting.
func (s *Shop) Default(ctx context.Context) error {
	s.rdb.SetNX(ctx, "limit", "10", 0)
	return s.work(ctx)
}

// Silent: a throttle for the mail, which is not sent under a lock.
func (s *Shop) Throttle(ctx context.Context) error {
	if first, err := s.rdb.SetNX(ctx, "mailed", "1", time.Hour).Result(); err == nil && first {
		log.Println("mail")
	}
	return s.work(ctx)
}

// Silent: seen before is success.
func (s *Shop) Once(ctx context.Context, id string) error {
	first, err := s.rdb.SetNX(ctx, "seen:"+id, "1", time.Hour).Result()
	if err != nil || !first {
		return err
	}
	return s.work(ctx)
}

// Silent: who comes second finds the work done. The marker is kept.
func (s *Shop) OnceOnly(ctx context.Context, id string, f func() error) error {
	first, err := s.rdb.SetNX(ctx, "seen:"+id, "1", time.Hour).Result()
	if err != nil || !first {
		return err
	}
	return f()
}

// The text "true" is not the answer.
func (s *Shop) Text(ctx context.Context) (ok bool, err error) {
	for range 3 {
		ok, err = s.rdb.SetNX(ctx, "lock:a", "true", time.Minute).Result()
		if err == nil && ok {
			break
		}
	}
	return ok, err
}

func (s *Shop) UsesText(ctx context.Context) error {
	ok, err := s.Text(ctx) // want `/fallthrough\)$`
	if err != nil {
		return err
	}
	if !ok {
		log.Println("busy")
	}
	defer s.rdb.Del(ctx, "lock:a")
	return s.work(ctx)
}

// Silent: a user is blocked, whether or not he was before. To block is no lock.
func (s *Shop) Block(ctx context.Context, user string) error {
	return s.rdb.SetNX(ctx, "block:"+user, time.Now().Unix(), 0).Err()
}

func (s *Shop) Lock(ctx context.Context, user string) error {
	return s.rdb.SetNX(ctx, "lock:"+user, "1", time.Minute).Err() // want `/ignored\)$`
}
