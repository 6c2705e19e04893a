// Package tryfunc returns (bool, func(), error): held, the release, a failure. // want package:`told: tryfunc.Try`
package tryfunc

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func Try(ctx context.Context, rdb *redis.Client, key string) (bool, func(), error) { // want Try:`^missed failed lease key p2; r0="false"; r1=nil; r0 false; r1 nil; r2 not nil \| acquire lease key p2; r0="true"; r1=func tryfunc\.Try\$1\(&p1,&p0,&p2\); r2=nil; r0 true; r1 not nil; r2 nil \| missed busy lease key p2; r0="false"; r1=nil; r2=nil; r0 false; r1 nil; r2 nil$`
	ok, err := rdb.SetNX(ctx, key, 1, time.Minute).Result()
	if err != nil {
		return false, nil, err
	}
	if !ok {
		return false, nil, nil
	}
	return true, func() { rdb.Del(ctx, key) }, nil
}
