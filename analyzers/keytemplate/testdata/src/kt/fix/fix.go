// Package fix imports the template only because the fix wants it, and another file does already.
package fix

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

func only(ctx context.Context, locks *redislock.Client, id int64) (*redislock.Lock, error) {
	return locks.Obtain(ctx, fmt.Sprintf("lock:order:%d", id), time.Second, nil) // want `although lockkeys.Order builds it`
}
