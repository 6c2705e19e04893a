// Package options sets its locks up with functional options. // want package:`Mutex lock:order:\{\}`
package options

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type Locker struct {
	rdb    *redis.Client
	prefix string
	ttl    time.Duration
}

type Option func(*Locker)

// WithPrefix puts a prefix before each key.
func WithPrefix(p string) Option { return func(l *Locker) { l.prefix = p } } // want WithPrefix:`^r0=func options\.WithPrefix\$1\(&p0\); r0 not nil$`

func (l *Locker) Try(ctx context.Context, id string) bool { // want Try:`^missed lease key "\{\}:\{\}"\(p0\.prefix,p2\); r0="false"; r0 false \| acquire lease key "\{\}:\{\}"\(p0\.prefix,p2\); r0="true"; r0 true$`
	ok, err := l.rdb.SetNX(ctx, l.prefix+":"+id, 1, l.ttl).Result()
	return err == nil && ok
}

// Mutex takes a redsync mutex with options of the library.
func Mutex(ctx context.Context, rs *redsync.Redsync, id string) (*redsync.Mutex, error) { // want Mutex:`^missed lease new0 key "lock:order:\{\}"\(p2\); r0=nil; r0 nil; r1 not nil \| acquire lease r0 key "lock:order:\{\}"\(p2\); r1=nil; r0\.key="lock:order:\{\}"\(p2\); r0\.ttl="1000000000"; r0 not nil; r1 nil$`
	m := rs.NewMutex("lock:order:"+id, redsync.WithExpiry(time.Second))
	if err := m.LockContext(ctx); err != nil {
		return nil, err
	}
	return m, nil
}

func Unlock(ctx context.Context, m *redsync.Mutex) { m.UnlockContext(ctx) } // want Unlock:`^release lease p1$`
