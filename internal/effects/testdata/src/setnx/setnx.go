package setnx // want package:`takes lock:order:\{\}` package:`Lock\.TryLock lock:order:\{\}; Lock\.Unlock lock:order:\{\}`

// Package setnx makes locks of SET NX and gives them back with a script.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

const unlockScript = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`

const touchScript = `return redis.call("pexpire", KEYS[1], ARGV[1])`

var script = redis.NewScript(unlockScript)

type Lock struct {
	rdb   *redis.Client
	token string
}

func (l *Lock) TryLock(ctx context.Context, order int) (bool, error) { // want TryLock:`^acquire lease key "lock:order:\{\}"\(p2\); r0 true; r1 nil \| missed failed lease key "lock:order:\{\}"\(p2\); r0 false; r1 not nil \| missed busy lease key "lock:order:\{\}"\(p2\); r0 false; r1 nil$`
	return l.rdb.SetNX(ctx, fmt.Sprintf("lock:order:%d", order), l.token, time.Minute).Result()
}

func (l *Lock) Unlock(ctx context.Context, order int) error { // want Unlock:`^release lease key "lock:order:\{\}"\(p2\)$`
	return l.rdb.Eval(ctx, unlockScript, []string{fmt.Sprintf("lock:order:%d", order)}, l.token).Err()
}

// UnlockScript runs a script that was made once.
func (l *Lock) UnlockScript(ctx context.Context, order int) (int, error) { // want UnlockScript:`^release lease key "lock:order:\{\}"\(p2\)$`
	return script.Run(ctx, l.rdb, []string{fmt.Sprintf("lock:order:%d", order)}, l.token).Int()
}

// Touch releases nothing.
func (l *Lock) Touch(ctx context.Context, order int) (int, error) {
	return l.rdb.Eval(ctx, touchScript, []string{fmt.Sprintf("lock:order:%d", order)}, 1000).Int()
}

// With runs f under the lock.
func (l *Lock) With(ctx context.Context, order int, f func() error) error { // want With:`^r0 not nil \| acquire lease key "lock:order:\{\}"\(p2\); run p3\(\) is nil; release lease key "lock:order:\{\}"\(p2\); r0 nil \| acquire lease key "lock:order:\{\}"\(p2\); run p3\(\) is not nil; release lease key "lock:order:\{\}"\(p2\); r0 not nil$`
	ok, err := l.TryLock(ctx, order)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	defer l.Unlock(ctx, order)
	return f()
}

// Set writes a key and is no lock.
func (l *Lock) Set(ctx context.Context) error { return l.rdb.Set(ctx, "a", 1, 0).Err() } // want Set:`^write p0\.rdb$`
