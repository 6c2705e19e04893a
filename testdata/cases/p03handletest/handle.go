// Case p03handletest: acquire answers (handle, bool, error), a handle whose method tells whether it is held, or nil for busy.
package p03handletest

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("busy")

type Handle struct {
	l    *redislock.Lock
	held bool
}

func (h *Handle) Held() bool { return h != nil && h.held }

func (h *Handle) Free(ctx context.Context) {
	if h.held {
		_ = h.l.Release(ctx)
		h.held = false
	}
}

type Locks struct {
	c   *redislock.Client
	rdb *redis.Client
}

func (l *Locks) Try(ctx context.Context, key string) (*Handle, bool, error) {
	lock, err := l.c.Obtain(ctx, key, time.Minute, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return &Handle{l: lock, held: true}, true, nil
}

func (l *Locks) Get(ctx context.Context, key string) *Handle {
	lock, err := l.c.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return &Handle{}
	}
	return &Handle{l: lock, held: true}
}

// OrNil answers nil for busy.
func (l *Locks) OrNil(ctx context.Context, key string) *redislock.Lock {
	lock, err := l.c.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return nil
	}
	return lock
}

type Svc struct {
	db    *sql.DB
	locks *Locks
}

func (s *Svc) A(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	h, ok, err := s.locks.Try(ctx, "a")
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	h.Free(ctx) //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Svc) B(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	h := s.locks.Get(ctx, "b")
	if !h.Held() {
		return ErrBusy
	}
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	h.Free(ctx) //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Svc) C(ctx context.Context, id int64) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
			return
		}
		err = tx.Commit()
	}()
	l := s.locks.OrNil(ctx, "c")
	if l == nil {
		return ErrBusy
	}
	defer l.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/defer-order
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}
