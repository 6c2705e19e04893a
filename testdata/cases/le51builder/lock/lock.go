// Package lock sets the life of a lease by methods.
package lock

import (
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
	Expiry     time.Duration
	n          int
}

var script = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func New(rdb redis.UniversalClient, key string) *Mutex {
	return &Mutex{rdb: rdb, key: key, token: uuid.NewString(), ttl: 10 * time.Second, Expiry: 10 * time.Second}
}

func (m *Mutex) TTL(d time.Duration) *Mutex { m.ttl = d; return m }
func (m *Mutex) Minute() *Mutex             { m.ttl = time.Minute; return m }
func (m *Mutex) SetTTL(d time.Duration)     { m.ttl = d }
func (m *Mutex) SetMinute()                 { m.ttl = time.Minute }
func (m *Mutex) Tries(n int) *Mutex         { m.n = n; return m }
func (m Mutex) With(d time.Duration) Mutex  { m.ttl = d; return m }
func Extend(m *Mutex, d time.Duration)      { m.ttl = d }

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
	ok, err := m.rdb.SetNX(ctx, m.key, m.token, m.Expiry).Result()
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
	TTL time.Duration
	Sec int
}

func (m *Mutex) Maybe(d time.Duration) *Mutex {
	if d > 0 {
		m.ttl = d
	}
	return m
}
func (m *Mutex) Twice(d time.Duration) *Mutex { m.ttl = 2 * d; return m }
func (m *Mutex) Secs(n int) *Mutex            { m.ttl = time.Duration(n) * time.Second; return m }
func (m *Mutex) Apply(c Config) *Mutex        { m.ttl = c.TTL; return m }
func (m *Mutex) ApplyP(c *Config) *Mutex {
	if c != nil && c.TTL > 0 {
		m.ttl = c.TTL
	}
	return m
}
func (m *Mutex) FromEnv() *Mutex {
	m.ttl, _ = time.ParseDuration("1h")
	return m
}
func (m *Mutex) Clone() *Mutex { c := *m; return &c }
func (m *Mutex) Copy(d time.Duration) *Mutex {
	c := *m
	c.ttl = d
	return &c
}
func (m *Mutex) Set(d time.Duration) *Mutex { m.set(d); return m }
func (m *Mutex) set(d time.Duration)        { m.ttl = d }

type Outer struct{ *Mutex }

func (o *Outer) Long() *Outer  { o.Mutex.ttl = time.Minute; return o }
func NewOuter(m *Mutex) *Outer { return &Outer{m} }
