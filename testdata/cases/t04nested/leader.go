// Case t04nested: under a mutex a lock of etcd is waited for, without an end; a Redis lock that is tried again for ever is no better.
package t04nested

import (
	"context"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Leader takes part in elections.
type Leader struct {
	mu      sync.Mutex
	session *concurrency.Session
	rdb     *redis.Client
	leads   bool
}

// Lead waits for the lock under the mutex.
func (l *Leader) Lead() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := concurrency.NewMutex(l.session, "/leader")
	if err := m.Lock(context.Background()); err != nil { //bug:blockingcall/no-timeout //may:leaseexpiry //may:leakedlock
		return err
	}
	l.leads = true
	return nil
}

// LeadSoon gives up after a second.
func (l *Leader) LeadSoon() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	m := concurrency.NewMutex(l.session, "/leader")
	if err := m.Lock(ctx); err != nil { //may:leaseexpiry //may:leakedlock
		return err
	}
	l.leads = true
	return nil
}

// Spin tries again and again.
func (l *Leader) Spin(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		ok, err := l.rdb.SetNX(ctx, "lock:leader", "me", time.Minute).Result() //bug:blockingcall/unbounded-retry //may:leakedlock //may:leaseexpiry
		if err == nil && ok {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	l.leads = true
}
