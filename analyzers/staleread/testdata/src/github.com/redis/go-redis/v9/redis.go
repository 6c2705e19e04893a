// Package redis has the few declarations of go-redis that the shapes need.
package redis

import (
	"context"
	"time"
)

type StringCmd struct{ err error }

func (c *StringCmd) Int() (int, error) { return 0, c.err }

type StatusCmd struct{ err error }

func (c *StatusCmd) Err() error { return c.err }

type cmdable func(ctx context.Context) error

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return &StringCmd{} }

func (c cmdable) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return &StatusCmd{}
}

type Client struct{ cmdable }
