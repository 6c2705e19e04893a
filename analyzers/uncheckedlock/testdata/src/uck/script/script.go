// Package script takes locks by Lua.
package script

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
)

const (
	take = `
if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then
	redis.call("PEXPIRE", KEYS[1], ARGV[2])
	return 1
end
return 0`
	wait = `
if redis.call("EXISTS", KEYS[1]) == 0 then
	redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
	return nil
end
return redis.call("PTTL", KEYS[1])`
	free = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
)

type Shop struct{ rdb *redis.Client }

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

func (s *Shop) Logs(ctx context.Context) error {
	got, err := s.rdb.Eval(ctx, take, []string{"lock:a"}, "me", 1000).Int() // want `/fallthrough\)$`
	if err != nil {
		return err
	}
	if got != 1 {
		log.Println("busy")
	}
	defer s.rdb.Eval(ctx, free, []string{"lock:a"}, "me")
	return s.work(ctx)
}

func (s *Shop) Right(ctx context.Context) error {
	got, err := s.rdb.Eval(ctx, take, []string{"lock:a"}, "me", 1000).Int()
	if err != nil || got == 0 {
		return err
	}
	defer s.rdb.Eval(ctx, free, []string{"lock:a"}, "me")
	return s.work(ctx)
}

// Silent: how this script says yes is not understood.
func (s *Shop) Nil(ctx context.Context) error {
	left, err := s.rdb.Eval(ctx, wait, []string{"lock:a"}, "me", 1000).Int()
	if left > 0 {
		return err
	}
	defer s.rdb.Eval(ctx, free, []string{"lock:a"}, "me")
	return s.work(ctx)
}
