// Case u02wrapped: a wrapper's lock lives ten seconds, and the payment under it may take twelve; another wrapper renews.
package u02wrapped

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/bsm/redislock"
)

// Locks takes locks for ten seconds.
type Locks struct{ client *redislock.Client }

func (l *Locks) take(ctx context.Context, key string) (*redislock.Lock, error) {
	return l.client.Obtain(ctx, "lock:"+key, 10*time.Second, nil)
}

func free(l *redislock.Lock) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := l.Release(ctx); err != nil {
		slog.Warn("not released", "key", l.Key(), "err", err)
	}
}

func (l *Locks) keep(ctx context.Context, lock *redislock.Lock, lost context.CancelFunc) {
	t := time.NewTicker(3 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := lock.Refresh(ctx, 10*time.Second, nil); err != nil {
				lost()
				return
			}
		}
	}
}

// Bank takes money.
type Bank struct {
	locks  *Locks
	client *http.Client
}

// New makes one that waits for six seconds for each answer.
func New(l *Locks) *Bank { return &Bank{locks: l, client: &http.Client{Timeout: 6 * time.Second}} }

var errRefused = errors.New("refused")

func (b *Bank) call(what string) error {
	resp, err := b.client.Post("https://bank.example/"+what, "text/plain", nil)
	if err != nil {
		return err
	}
	if err := resp.Body.Close(); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errRefused
	}
	return nil
}

func payKey(id string) string { return "pay:" + id }

// Pay reserves and books.
func (b *Bank) Pay(ctx context.Context, id string) error {
	l, err := b.locks.take(ctx, payKey(id)) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer free(l)
	if err := b.call("reserve/" + id); err != nil {
		return err
	}
	return b.call("book/" + id)
}

// PayKept renews while it works.
func (b *Bank) PayKept(ctx context.Context, id string) error {
	l, err := b.locks.take(ctx, payKey(id))
	if err != nil {
		return err
	}
	defer free(l)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go b.locks.keep(ctx, l, stop)
	if err := b.call("reserve/" + id); err != nil {
		return err
	}
	return b.call("book/" + id)
}

// Reserve asks once.
func (b *Bank) Reserve(ctx context.Context, id string) error {
	l, err := b.locks.take(ctx, payKey(id))
	if err != nil {
		return err
	}
	defer free(l)
	return b.call("reserve/" + id)
}
