package fix

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"
	keys "kt/lockkeys"
)

func renamed(ctx context.Context, locks *redislock.Client, name string, id int64) error {
	if _, err := locks.Obtain(ctx, fmt.Sprintf("lock:user:%s", name), time.Second, nil); err != nil { // want `although lockkeys.User builds it`
		return fmt.Errorf("user: %w", err)
	}
	lockkeys := "something else"
	_, err := locks.Obtain(ctx, fmt.Sprintf("lock:order:%d", id), time.Second, nil) // want `although lockkeys.Order builds it`
	_, _ = lockkeys, keys.Audit
	return err
}
