// Package redislock has the few declarations of bsm/redislock that the shapes need.
package redislock

import (
	"context"
	"errors"
	"time"
)

var ErrNotObtained = errors.New("redislock: not obtained")

type Client struct{ addr string }

type RetryStrategy interface{ NextBackoff() time.Duration }

type Options struct {
	RetryStrategy RetryStrategy
	Token         string
}

func LinearBackoff(backoff time.Duration) RetryStrategy { return nil }

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
