// Case gb11iface: a lock behind an interface that the service declares itself, with a twin that does nothing.
package gb11iface

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type Mutex interface {
	TryLock(ctx context.Context) (bool, error)
	Unlock(ctx context.Context) error
}

type Factory interface{ New(name string) Mutex }

type redMutex struct{ m *redsync.Mutex }

func (r redMutex) TryLock(ctx context.Context) (bool, error) {
	err := r.m.TryLockContext(ctx)
	var taken *redsync.ErrTaken
	if errors.As(err, &taken) {
		return false, nil
	}
	return err == nil, err
}

func (r redMutex) Unlock(ctx context.Context) error {
	_, err := r.m.UnlockContext(ctx)
	return err
}

type RedFactory struct{ rs *redsync.Redsync }

func (f RedFactory) New(name string) Mutex {
	return redMutex{f.rs.NewMutex("mutex:"+name, redsync.WithExpiry(time.Minute))}
}

type noMutex struct{}

func (noMutex) TryLock(context.Context) (bool, error) { return true, nil }
func (noMutex) Unlock(context.Context) error          { return nil }

type NoFactory struct{}

func (NoFactory) New(string) Mutex { return noMutex{} }

type Mailer struct {
	locks Factory
	db    *sql.DB
}

func (m *Mailer) send(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "UPDATE mails SET sent = true")
	return err
}

func (m *Mailer) Ignored(ctx context.Context) error {
	mu := m.locks.New("mail")
	if _, err := mu.TryLock(ctx); err != nil { //bug:uncheckedlock/ignored
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return m.send(ctx)
}

func (m *Mailer) Left(ctx context.Context, dry bool) error {
	mu := m.locks.New("mail")
	ok, err := mu.TryLock(ctx) //bug:leakedlock/early-return
	if err != nil || !ok {
		return err
	}
	if dry {
		return nil
	}
	err = m.send(ctx)
	return errors.Join(err, mu.Unlock(context.WithoutCancel(ctx)))
}

func (m *Mailer) Caller(ctx context.Context, _ string) error {
	mu := m.locks.New("mail")
	ok, err := mu.TryLock(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	defer mu.Unlock(ctx) //bug:canceledunlock/request-ctx
	return m.send(ctx)
}
