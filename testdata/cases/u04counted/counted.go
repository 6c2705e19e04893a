// Case u04counted: a helper says no where it does not get the lock, and elsewhere whether something waits; its caller goes on after a no.
package u04counted

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

type Outbox struct {
	rdb *redis.Client
	db  *sql.DB
}

const lockKey = "lock:outbox"

// lockWaiting takes the lock of the outbox, and says whether something waits there.
func (o *Outbox) lockWaiting(ctx context.Context, token string) bool {
	ok, err := o.rdb.SetNX(ctx, lockKey, token, time.Minute).Result()
	if err != nil || !ok {
		return false
	}
	return o.rdb.LLen(ctx, "outbox").Val() > 0
}

var unlock = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func (o *Outbox) unlock(ctx context.Context, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := unlock.Run(ctx, o.rdb, []string{lockKey}, token).Err(); err != nil {
		slog.Warn("not released", "err", err)
	}
}

// Flush only logs where the lock is not its own.
func (o *Outbox) Flush(ctx context.Context, token string) error {
	if !o.lockWaiting(ctx, token) { //bug:uncheckedlock/fallthrough
		slog.Info("nothing waits")
	}
	defer o.unlock(ctx, token)
	_, err := o.db.ExecContext(ctx, "UPDATE outbox SET sent = true WHERE sent = false")
	return err
}

// FlushWaiting leaves it alone.
func (o *Outbox) FlushWaiting(ctx context.Context, token string) error {
	defer o.unlock(ctx, token)
	if !o.lockWaiting(ctx, token) {
		return nil
	}
	_, err := o.db.ExecContext(ctx, "UPDATE outbox SET sent = true WHERE sent = false")
	return err
}
