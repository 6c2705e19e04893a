// Package nottl sets keys that never expire.
package nottl

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Store struct{ rdb *redis.Client }

// The key is deleted at the end: it is a lock.
func (s *Store) Build(ctx context.Context) error {
	ok, err := s.rdb.SetNX(ctx, "build", "me", 0).Result() // want `^lock "build" has no expiry: .*, assuming that the key is a lock \(leaseexpiry/no-ttl\)$`
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	_, err = s.rdb.Del(ctx, "build").Result()
	return err
}

// It is called a lock.
func (s *Store) Named(ctx context.Context, id string) (bool, error) {
	return s.rdb.SetNX(ctx, "lock:"+id, "me", 0).Result() // want `no-ttl`
}

// Silent: it has an expiry.
func (s *Store) NamedRight(ctx context.Context, id string) (bool, error) {
	return s.rdb.SetNX(ctx, "lock:"+id, "me", time.Minute).Result()
}

// Silent: a value that is set once.
func (s *Store) Init(ctx context.Context, id string) (bool, error) {
	return s.rdb.SetNX(ctx, "stock:"+id, 100, 0).Result()
}

// The expiry is a second command.
func (s *Store) Two(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "lock:"+id, "me", 0).Result()
	if err != nil || !ok {
		return errBusy
	}
	// timeline: acquire extend
	s.rdb.Expire(ctx, "lock:"+id, time.Minute) // want `^lock "lock:\{\}", taken at line 46, gets its expiry by a second command: .* \(leaseexpiry/two-step\)$`
	return nil
}

// Silent: another key.
func (s *Store) Other(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "lock:"+id, "me", time.Minute).Result()
	if err != nil || !ok {
		return errBusy
	}
	s.rdb.Expire(ctx, "cart:"+id, time.Minute)
	return nil
}
