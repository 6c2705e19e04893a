// Package lock has defaults for what its configuration leaves out.
package lock

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("busy")

type Mutex struct {
	rdb        redis.UniversalClient
	key, token string
	ttl        time.Duration
}

var script = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func (m *Mutex) Lock(ctx context.Context) error {
	ok, err := m.rdb.SetNX(ctx, m.key, m.token, m.ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

func (m *Mutex) LockE(ctx context.Context) error {
	ok, err := m.rdb.SetNX(ctx, m.key, m.token, m.ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

func (m *Mutex) Unlock(ctx context.Context) error {
	return script.Run(ctx, m.rdb, []string{m.key}, m.token).Err()
}

type Config struct {
	TTL  time.Duration
	Wait time.Duration
}

func (c Config) withDefaults() Config {
	if c.TTL == 0 {
		c.TTL = 10 * time.Second
	}
	return c
}
func (c *Config) setDefaults() {
	if c.TTL <= 0 {
		c.TTL = 10 * time.Second
	}
}
func New(rdb redis.UniversalClient, key string, c Config) *Mutex {
	c = c.withDefaults()
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: c.TTL}
}
func NewP(rdb redis.UniversalClient, key string, c Config) *Mutex {
	c.setDefaults()
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: c.TTL}
}
func NewOr(rdb redis.UniversalClient, key string, c Config) *Mutex {
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: cmp.Or(c.TTL, 10*time.Second)}
}
func NewIn(rdb redis.UniversalClient, key string, ttl time.Duration) *Mutex {
	if ttl == 0 {
		ttl = 10 * time.Second
	}
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: ttl}
}
func NewPtr(rdb redis.UniversalClient, key string, c *Config) *Mutex {
	cfg := Config{TTL: 10 * time.Second}
	if c != nil {
		cfg = *c
	}
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: cfg.TTL}
}
func NewMerge(rdb redis.UniversalClient, key string, c *Config) *Mutex {
	cfg := Config{TTL: 10 * time.Second}
	if c != nil && c.TTL > 0 {
		cfg.TTL = c.TTL
	}
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: cfg.TTL}
}
