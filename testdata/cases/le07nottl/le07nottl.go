// Case le07nottl: locks without an expiry, each known to be one by other evidence; beside them keys that are set once on purpose.
package le07nottl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("import is busy")

// Imports uses Redis.
type Imports struct{ rdb *redis.Client }

func slot(id int) string { return fmt.Sprintf("import:%d", id) }

// Begin is released in End.
func (i *Imports) Begin(ctx context.Context, id int, owner string) (bool, error) {
	return i.rdb.SetNX(ctx, slot(id), owner, 0).Result() //bug:leaseexpiry/no-ttl
}

// End compares and deletes.
func (i *Imports) End(ctx context.Context, id int, owner string) error {
	return i.rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`, []string{slot(id)}, owner).Err()
}

// Busy tells those who come late.
func (i *Imports) Busy(ctx context.Context, id int) error {
	ok, err := i.rdb.SetNX(ctx, fmt.Sprintf("imp:%d:owner", id), "1", 0).Result() //bug:leaseexpiry/no-ttl
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return nil
}

// ArgsRight has a time.
func (i *Imports) ArgsRight(ctx context.Context, id int) error {
	err := i.rdb.SetArgs(ctx, fmt.Sprintf("import:mutex2:%d", id), "1", redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	return err
}

// Stock is a start value.
func (i *Imports) Stock(ctx context.Context, id, n int) error {
	return i.rdb.SetNX(ctx, fmt.Sprintf("stock:%d", id), n, 0).Err()
}

// Seen marks what was seen.
func (i *Imports) Seen(ctx context.Context, event string) (bool, error) {
	return i.rdb.SetNX(ctx, "seen:"+event, 1, 0).Result()
}
