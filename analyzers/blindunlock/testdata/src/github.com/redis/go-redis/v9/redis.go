// Package redis has the few declarations of go-redis that the shapes need, on the receivers that the
// real library has them on.
package redis

import (
	"context"
	"time"
)

const Nil = nilError("redis: nil")

type nilError string

func (e nilError) Error() string { return string(e) }

type baseCmd struct{ err error }

func (c *baseCmd) Err() error { return c.err }

type BoolCmd struct {
	baseCmd
	val bool
}

func (c *BoolCmd) Result() (bool, error) { return c.val, c.err }
func (c *BoolCmd) Val() bool             { return c.val }

type IntCmd struct {
	baseCmd
	val int64
}

func (c *IntCmd) Result() (int64, error) { return c.val, c.err }

type StatusCmd struct{ baseCmd }

type Cmd struct {
	baseCmd
	val any
}

func (c *Cmd) Result() (any, error) { return c.val, c.err }
func (c *Cmd) Int() (int, error)    { return 0, c.err }

type cmdable func(ctx context.Context) error

func (c cmdable) SetNX(ctx context.Context, key string, value any, expiration time.Duration) *BoolCmd {
	return &BoolCmd{}
}

func (c cmdable) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return &StatusCmd{}
}

func (c cmdable) Expire(ctx context.Context, key string, expiration time.Duration) *BoolCmd {
	return &BoolCmd{}
}

func (c cmdable) Del(ctx context.Context, keys ...string) *IntCmd { return &IntCmd{} }

func (c cmdable) Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd {
	return &Cmd{}
}

type baseClient struct{ addr string }

func (c *baseClient) Close() error { return nil }

type Client struct {
	*baseClient
	cmdable
}

// A Scripter is what a script runs on.
type Scripter interface {
	Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd
}

type Script struct{ src string }

func NewScript(src string) *Script { return &Script{src} }

func (s *Script) Run(ctx context.Context, c Scripter, keys []string, args ...any) *Cmd {
	return &Cmd{}
}

type StringCmd struct {
	baseCmd
	val string
}

func (c *StringCmd) Result() (string, error) { return c.val, c.err }
func (c *StringCmd) Val() string             { return c.val }

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return &StringCmd{} }

type Pipeliner interface {
	Del(ctx context.Context, keys ...string) *IntCmd
}

type Tx struct {
	baseClient
	cmdable
}

func (c *Tx) TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]any, error) {
	return nil, nil
}

func (c *Client) Watch(ctx context.Context, fn func(*Tx) error, keys ...string) error { return nil }
