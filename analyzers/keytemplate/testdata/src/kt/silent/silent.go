// Package silent has keys with which nothing is wrong, and one with which something is.
package silent

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

const (
	cartFormat = "lock:cart:%d"
	nightlyKey = "lock:nightly"
)

// Key is the one way to build a key from parts.
func Key(parts ...string) string { return "app:" + strings.Join(parts, ":") }

func cartKey(id int64) string { return fmt.Sprintf(cartFormat, id) }

// Of the same package as the template, and a template itself.
func cartLineKey(id, line int64) string { return fmt.Sprintf("lock:cart:%d:%d", id, line) }

type Locker struct {
	client *redislock.Client
	prefix string
}

func (l *Locker) With(ctx context.Context, name string, f func() error) error {
	held, err := l.client.Obtain(ctx, l.prefix+name, time.Second, nil)
	if err != nil {
		return err
	}
	defer held.Release(ctx)
	return f()
}

func (l *Locker) all(ctx context.Context, id int64, f func() error) {
	_ = l.With(ctx, cartKey(id), f)
	_ = l.With(ctx, cartLineKey(id, 1), f)
	_ = l.With(ctx, fmt.Sprintf(cartFormat, id), f) // the central constant
	_ = l.With(ctx, Key("user", "a"), f)
	_ = l.With(ctx, Key("user", "b"), f)
	_ = l.With(ctx, nightlyKey, f)
	_ = l.With(ctx, "lock:weekly", f) // a literal without a template
}

func (l *Locker) weekly(ctx context.Context, f func() error) { _ = l.With(ctx, "lock:weekly", f) }

// Keys of a process are no business of this rule.
var locals sync.Map

func (l *Locker) local(id string) {
	mu, _ := locals.LoadOrStore("local:"+id, &sync.Mutex{})
	mu.(*sync.Mutex).Lock()
}

func (l *Locker) localAgain(id string) {
	mu, _ := locals.LoadOrStore("local:"+id, &sync.Mutex{})
	mu.(*sync.Mutex).Lock()
}

func (l *Locker) hand(ctx context.Context, id int64, f func() error) {
	_ = l.With(ctx, fmt.Sprintf("lock:cart:%d", id), f) // want `although cartKey builds it`
}
