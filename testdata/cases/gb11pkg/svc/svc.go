// Case gb11pkg: a company's own lock package, and what its users make of it.
package svc

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"

	"locklintcases/gb11pkg/lockutil"
)

type Service struct {
	rdb redis.Cmdable
	db  *sql.DB
}

func (s *Service) charge(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE accounts SET balance = balance - 1 WHERE id = $1", id)
	return err
}

func key(id string) string { return lockutil.Key("account", id) }

func (s *Service) Left(ctx context.Context, id string) error {
	l, err := lockutil.Acquire(ctx, s.rdb, key(id), 10*time.Second) //bug:leakedlock/early-return
	if err != nil {
		return err
	}
	if id == "" {
		return errors.New("no id")
	}
	err = s.charge(ctx, id)
	return errors.Join(err, l.Release(context.Background()))
}

func (s *Service) Logged(ctx context.Context, id string) error {
	l, err := lockutil.Acquire(ctx, s.rdb, key(id), 10*time.Second) //bug:uncheckedlock/fallthrough
	if err != nil {
		slog.Warn("no lock", "id", id, "err", err)
	}
	if l != nil {
		defer l.Release(context.Background())
	}
	return s.charge(ctx, id)
}

func (s *Service) Deferred(ctx context.Context, id string) error {
	l, err := lockutil.Acquire(ctx, s.rdb, key(id), 10*time.Second)
	if err != nil {
		return err
	}
	defer func() { //bug:canceledunlock/request-ctx
		if err := l.Release(ctx); err != nil {
			slog.Error("release", "err", err)
		}
	}()
	return s.charge(ctx, id)
}

func (s *Service) Ran(ctx context.Context, id string) error {
	ran, err := lockutil.TryDo(ctx, s.rdb, key(id), 10*time.Second, func(ctx context.Context) error { return s.charge(ctx, id) })
	if err == nil && !ran {
		return lockutil.ErrBusy
	}
	return err
}

func (s *Service) Done(ctx context.Context, id string) error {
	return lockutil.Do(ctx, s.rdb, key(id), 10*time.Second, func(ctx context.Context) error { return s.charge(ctx, id) })
}
