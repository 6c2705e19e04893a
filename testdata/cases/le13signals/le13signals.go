// Case le13signals: locks that hang on a session which can be lost; some listen for that, some do not.
package le13signals

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/consul/api"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Leader does what only one node may do.
type Leader struct{ http *http.Client }

// New returns a Leader.
func New() *Leader { return &Leader{http: &http.Client{Timeout: 3 * time.Second}} }

func (l *Leader) step(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://cluster.example/step", nil)
	if err != nil {
		return err
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Consul throws the channel away.
func (l *Leader) Consul(ctx context.Context, c *api.Client) error {
	lock, err := c.LockKey("service/cluster/leader")
	if err != nil {
		return err
	}
	if _, err := lock.Lock(ctx.Done()); err != nil { //bug:leaseexpiry/lost-ignored
		return err
	}
	defer lock.Unlock()
	for ctx.Err() == nil {
		if err := l.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// ConsulWatched steps down.
func (l *Leader) ConsulWatched(ctx context.Context, c *api.Client) error {
	lock, err := c.LockKey("service/cluster/leader2")
	if err != nil {
		return err
	}
	lost, err := lock.Lock(ctx.Done())
	if err != nil || lost == nil {
		return err
	}
	defer lock.Unlock()
	for {
		select {
		case <-lost:
			return nil
		case <-ctx.Done():
			return nil
		default:
		}
		if err := l.step(ctx); err != nil {
			return err
		}
	}
}

// EtcdWatched ends the work with the session.
func (l *Leader) EtcdWatched(ctx context.Context, c *clientv3.Client) error {
	s, err := concurrency.NewSession(c, concurrency.WithTTL(10))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/cluster/leader")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	for ctx.Err() == nil {
		if err := l.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// EtcdBrief has one short step to do.
func (l *Leader) EtcdBrief(ctx context.Context, s *concurrency.Session, kv clientv3.KV) error {
	m := concurrency.NewMutex(s, "/cluster/epoch")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	_, err := kv.Put(ctx, "/cluster/epoch/owner", "me")
	return err
}
