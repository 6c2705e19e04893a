// Case b02helpertoken: the helper compares the token in a script, and its caller gives it one that all holders store: the comparison always holds, and the next holder's lock is deleted.
package b02helpertoken

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var compareAndDelete = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

type Scale struct{ rdb *redis.Client }

func scaleKey(id int64) string { return fmt.Sprintf("lock:scale:%d", id) }

func (s *Scale) take(ctx context.Context, key, token string) error {
	ok, err := s.rdb.SetNX(ctx, key, token, 10*time.Second).Result()
	if err == nil && !ok {
		return errBusy
	}
	return err
}

func (s *Scale) free(ctx context.Context, key, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = compareAndDelete.Run(ctx, s.rdb, []string{key}, token).Err()
}

func (s *Scale) Weigh(ctx context.Context, id int64) error {
	key := scaleKey(id)
	if err := s.take(ctx, key, "locked"); err != nil {
		return err
	}
	defer s.free(ctx, key, "locked") //bug:blindunlock/shared-token
	return s.rdb.Incr(ctx, fmt.Sprintf("weighed:%d", id)).Err()
}

func (s *Scale) WeighOwn(ctx context.Context, id int64) error {
	key, token := scaleKey(id), rand.Text()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	defer s.free(ctx, key, token)
	return s.rdb.Incr(ctx, fmt.Sprintf("weighed:%d", id)).Err()
}
