// Case kt02makers: a function makes the lock of an account, and beside it the key is built by hand for a lock runner.
package kt02makers

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"

	"locklintcases/kt02makers/locks"
)

func free(m *redsync.Mutex) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if ok, err := m.UnlockContext(ctx); err != nil || !ok {
		slog.Warn("not released", "name", m.Name(), "err", err)
	}
}

func bucketLock(rs *redsync.Redsync, no string) *redsync.Mutex { return rs.NewMutex("bucket:" + no) }

func with(ctx context.Context, rs *redsync.Redsync, name string, f func() error) error {
	m := rs.NewMutex(name)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer free(m)
	return f() //review:blockingcall/callback
}

// Fill takes the lock that the maker makes.
func Fill(ctx context.Context, rs *redsync.Redsync, no string, f func() error) error {
	m := bucketLock(rs, no)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer free(m)
	return f() //review:blockingcall/callback
}

// Empty names the bucket itself.
func Empty(ctx context.Context, rs *redsync.Redsync, no string, f func() error) error {
	return with(ctx, rs, "bucket:"+no, f) //bug:keytemplate/bypass
}

// Book takes the lock of another package.
func Book(ctx context.Context, rs *redsync.Redsync, no string, f func() error) error {
	m := locks.Account(rs, no)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer free(m)
	return f() //review:blockingcall/callback
}

// Close names the account itself, although the other package makes its lock.
func Close(ctx context.Context, rs *redsync.Redsync, no string, f func() error) error {
	return with(ctx, rs, "account:"+no, f) //bug:keytemplate/bypass
}
