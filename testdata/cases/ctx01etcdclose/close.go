// Case ctx01etcdclose: closing etcd's session frees the lock, so it does not matter that the unlock before it fails; a session that lives on keeps it.
package ctx01etcdclose

import (
	"context"
	"log/slog"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Locks struct {
	cli     *clientv3.Client
	session *concurrency.Session
}

// With closes the session behind the unlock.
func (l *Locks) With(ctx context.Context, key string, do func() error) error {
	s, err := concurrency.NewSession(l.cli, concurrency.WithTTL(10))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, key)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx)
	return do()
}

func closeSession(s *concurrency.Session) {
	if err := s.Close(); err != nil {
		slog.Warn("session not closed", "err", err)
	}
}

func unlock(ctx context.Context, m *concurrency.Mutex) {
	if err := m.Unlock(ctx); err != nil {
		slog.Warn("not unlocked", "err", err)
	}
}

// WithHelpers does the same in helpers.
func (l *Locks) WithHelpers(ctx context.Context, key string, do func() error) error {
	s, err := concurrency.NewSession(l.cli)
	if err != nil {
		return err
	}
	defer closeSession(s)
	m := concurrency.NewMutex(s, key)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer unlock(ctx, m)
	return do()
}

// WithLiteral does both in one literal.
func (l *Locks) WithLiteral(ctx context.Context, key string, do func() error) error {
	s, err := concurrency.NewSession(l.cli)
	if err != nil {
		return err
	}
	m := concurrency.NewMutex(s, key)
	if err := m.Lock(ctx); err != nil {
		_ = s.Close()
		return err
	}
	defer func() {
		_ = m.Unlock(ctx)
		_ = s.Close()
	}()
	return do()
}

// Shared has a session that lives as long as the program: the lock stays as long.
func (l *Locks) Shared(ctx context.Context, key string, do func() error) error {
	m := concurrency.NewMutex(l.session, key)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx) //bug:canceledunlock/request-ctx
	return do()
}

// SameContext gives the session the caller's context: where that is done, the session cannot end itself either.
func (l *Locks) SameContext(ctx context.Context, key string, do func() error) error {
	s, err := concurrency.NewSession(l.cli, concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, key)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx) //bug:canceledunlock/request-ctx
	return do()
}

func newClient(ctx context.Context) (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{Context: ctx, Endpoints: []string{"localhost:2379"}})
}

// OwnClient makes the client with the caller's context, which the end of the session needs too.
func OwnClient(ctx context.Context, key string, do func() error) error {
	cli, err := newClient(ctx)
	if err != nil {
		return err
	}
	defer cli.Close()
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, key)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx) //bug:canceledunlock/request-ctx
	return do()
}
