// Case kt03chosen: both keys come from templates, and the release calls the wrong one, so that the account stays locked: the slip is in the call, not in the template.
package kt03chosen

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

type Fees struct{ rdb *redis.Client }

func accountKey(id int64) string { return fmt.Sprintf("lock:account:%d", id) }

func orderKey(id int64) string { return fmt.Sprintf("lock:order:%d", id) }

func (f *Fees) take(ctx context.Context, key, token string) error {
	ok, err := f.rdb.SetNX(ctx, key, token, 20*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return nil
}

func (f *Fees) free(ctx context.Context, key, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = release.Run(ctx, f.rdb, []string{key}, token).Err()
}

func (f *Fees) Book(ctx context.Context, account int64, cents int) error {
	token := rand.Text()
	if err := f.take(ctx, accountKey(account), token); err != nil {
		return err
	}
	defer f.free(ctx, orderKey(account), token) //bug:keytemplate/mismatch
	return f.rdb.IncrBy(ctx, fmt.Sprintf("fees:%d", account), int64(cents)).Err()
}

func balanceKey(id int64) string { return fmt.Sprintf("balance:%d", id) }

func (f *Fees) Settle(ctx context.Context, account int64, cents int) error {
	token := rand.Text()
	if err := f.take(ctx, balanceKey(account), token); err != nil { //bug:keytemplate/datakey
		return err
	}
	defer f.free(ctx, balanceKey(account), token)
	return f.rdb.Set(ctx, balanceKey(account), cents, time.Hour).Err()
}
