// Package locks runs functions under locks of etcd and ends their context when the session is lost.
package locks

import (
	"context"
	"errors"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Locks struct{ client *clientv3.Client }

func New(client *clientv3.Client) *Locks { return &Locks{client: client} }

func (l *Locks) With(ctx context.Context, name string, f func(ctx context.Context) error) (err error) {
	session, err := concurrency.NewSession(l.client, concurrency.WithTTL(15))
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, "/locks/"+name)
	if err := mu.Lock(ctx); err != nil {
		return fmt.Errorf("lock %s: %w", name, err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		err = errors.Join(err, mu.Unlock(ctx))
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return f(ctx)
}
