// Package redislock has the few declarations of bsm/redislock that the shapes need.
package redislock

import (
	"context"
	"errors"
	"time"
)

var ErrNotObtained = errors.New("redislock: not obtained")

type Client struct{ addr string }

type Options struct{ Token string }

func (c *Client) Obtain(ctx context.Context, key string, ttl time.Duration, opt *Options) (*Lock, error) {
	return nil, nil
}

type Lock struct {
	*Client
	key string
}

func (l *Lock) Key() string                       { return l.key }
func (l *Lock) Release(ctx context.Context) error { return nil }

func (l *Lock) Refresh(ctx context.Context, ttl time.Duration, opt *Options) error { return nil }
