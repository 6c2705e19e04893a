// Package gate leaves open what its keys are for.
package gate

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Pass is what is held.
type Pass struct {
	rdb *redis.Client
	key string
}

// Enter sets the key.
func Enter(ctx context.Context, rdb *redis.Client, key string) (*Pass, bool, error) {
	ok, err := rdb.SetNX(ctx, key, "1", time.Minute).Result()
	if err != nil || !ok {
		return nil, false, err
	}
	return &Pass{rdb, key}, true, nil
}

// Leave deletes the key, whoever set it.
func (p *Pass) Leave(ctx context.Context) error { return p.rdb.Del(ctx, p.key).Err() }
