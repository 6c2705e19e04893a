// Package lock has its settings from functional options, run over defaults.
package lock

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("busy")

type Options struct {
	TTL    time.Duration
	Tries  int
	Prefix string
}
type Option func(*Options)
type OptionE func(*Options) error

func TTL(d time.Duration) Option { return func(o *Options) { o.TTL = d } }
func Tries(n int) Option         { return func(o *Options) { o.Tries = n } }
func Long() Option               { return func(o *Options) { o.TTL = time.Minute } }
func Env() Option {
	return func(o *Options) { o.TTL, _ = time.ParseDuration(os.Getenv("TTL")) }
}
func Some(d time.Duration) Option {
	return func(o *Options) {
		if d > 0 {
			o.TTL = d
		}
	}
}
func Prefix(p string) Option { return func(o *Options) { o.Prefix = p } }
func Forever(o *Options)     { o.TTL = time.Hour }
func TTLE(d time.Duration) OptionE {
	return func(o *Options) error {
		if d <= 0 {
			return errors.New("ttl")
		}
		o.TTL = d
		return nil
	}
}
func Both(opts ...Option) Option {
	return func(o *Options) {
		for _, opt := range opts {
			opt(o)
		}
	}
}

// Setter is an option with a method.
type Setter interface{ set(*Options) }

type life time.Duration

func (l life) set(o *Options) { o.TTL = time.Duration(l) }

func Life(d time.Duration) Setter { return life(d) }

type Client struct {
	rdb redis.UniversalClient
	own Options
}

func New(rdb redis.UniversalClient, opts ...Option) *Client {
	c := &Client{rdb: rdb, own: Options{TTL: 10 * time.Second}}
	for _, opt := range opts {
		opt(&c.own)
	}
	return c
}

func (c *Client) Own(ctx context.Context, key string) (*Lock, error) {
	return c.obtain(ctx, key, c.own.TTL)
}

func (c *Client) Set(ctx context.Context, key string, opts ...Setter) (*Lock, error) {
	o := defaults()
	for i := range opts {
		opts[i].set(o)
	}
	return c.obtain(ctx, key, o.TTL)
}

func defaults() *Options { return &Options{TTL: 10 * time.Second} }

func build(opts []Option) Options {
	o := *defaults()
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return o
}

func (c *Client) Built(ctx context.Context, key string, opts ...Option) (*Lock, error) {
	return c.whole(ctx, key, build(opts))
}

func (c *Client) whole(ctx context.Context, key string, o Options) (*Lock, error) {
	return c.obtain(ctx, key, o.TTL)
}

type Lock struct {
	c          *Client
	key, token string
}

var script = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func (c *Client) obtain(ctx context.Context, key string, ttl time.Duration) (*Lock, error) {
	token := uuid.NewString()
	ok, err := c.rdb.SetNX(ctx, key, token, ttl).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return &Lock{c: c, key: key, token: token}, nil
}

func (c *Client) Obtain(ctx context.Context, key string, opts ...Option) (*Lock, error) {
	o := Options{TTL: 10 * time.Second, Prefix: "lock:"}
	for _, opt := range opts {
		opt(&o)
	}
	return c.obtain(ctx, o.Prefix+key, o.TTL)
}

func (c *Client) After(ctx context.Context, key string, opts ...Option) (*Lock, error) {
	var o Options
	for _, opt := range opts {
		opt(&o)
	}
	if o.TTL == 0 {
		o.TTL = 10 * time.Second
	}
	return c.obtain(ctx, key, o.TTL)
}

func (c *Client) ObtainE(ctx context.Context, key string, opts ...OptionE) (*Lock, error) {
	o := Options{TTL: 10 * time.Second}
	for _, opt := range opts {
		if err := opt(&o); err != nil {
			return nil, err
		}
	}
	return c.obtain(ctx, key, o.TTL)
}

func (c *Client) Config(ctx context.Context, key string, file []byte) (*Lock, error) {
	o := Options{TTL: 10 * time.Second}
	if err := json.Unmarshal(file, &o); err != nil {
		return nil, err
	}
	return c.obtain(ctx, key, o.TTL)
}

func (c *Client) Struct(ctx context.Context, key string, given *Options) (*Lock, error) {
	o := &Options{TTL: 10 * time.Second}
	if given != nil {
		o = given
	}
	return c.obtain(ctx, key, o.TTL)
}

func (c *Client) Configure(ctx context.Context, key string, f func(*Options)) (*Lock, error) {
	o := Options{TTL: 10 * time.Second}
	if f != nil {
		f(&o)
	}
	return c.obtain(ctx, key, o.TTL)
}

func (l *Lock) Release(ctx context.Context) error {
	return script.Run(ctx, l.c.rdb, []string{l.key}, l.token).Err()
}
