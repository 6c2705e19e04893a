// Case b01ownlookup: the holder makes its token itself, looks up whether the lock is still its own, and deletes it by a second command: the next holder's lock may be deleted; that it is not deleted where somebody else has it is no leak.
package b01ownlookup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Printer struct{ rdb *redis.Client }

func labelKey(parcel int64) string { return fmt.Sprintf("lock:label:%d", parcel) }

func (p *Printer) take(ctx context.Context, key, token string) error {
	ok, err := p.rdb.SetNX(ctx, key, token, 10*time.Second).Result()
	if err == nil && !ok {
		return errBusy
	}
	return err
}

func (p *Printer) Label(ctx context.Context, parcel int64) error {
	key, token := labelKey(parcel), rand.Text()
	if err := p.take(ctx, key, token); err != nil {
		return err
	}
	printed := p.rdb.Incr(ctx, fmt.Sprintf("labels:%d", parcel)).Err()
	ctx = context.WithoutCancel(ctx)
	if holder, err := p.rdb.Get(ctx, key).Result(); err == nil && holder == token {
		p.rdb.Del(ctx, key) //bug:blindunlock/check-then-delete
	}
	return printed
}
