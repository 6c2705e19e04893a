// Case le51builder: the life of a lease is a default that a method, a function or the program itself changes before the lock is taken.
package svc

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"locklintcases/le51builder/lock"
)

type S struct {
	rdb *redis.Client
	db  *sql.DB
}

func (s *S) work(ctx context.Context) error {
	for range 15 {
		time.Sleep(900 * time.Millisecond)
	}
	_, err := s.db.ExecContext(ctx, "UPDATE t SET n = n + 1")
	return err
}

func (s *S) WrongDefault(ctx context.Context) error {
	m := lock.New(s.rdb, "a")
	if err := m.Lock(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightTTL(ctx context.Context) error {
	m := lock.New(s.rdb, "b").TTL(time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) WrongTTL(ctx context.Context) error {
	m := lock.New(s.rdb, "c").TTL(5 * time.Second)
	if err := m.Lock(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightMinute(ctx context.Context) error {
	m := lock.New(s.rdb, "d").Minute()
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightSetTTL(ctx context.Context) error {
	m := lock.New(s.rdb, "e")
	m.SetTTL(time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightSetMinute(ctx context.Context) error {
	m := lock.New(s.rdb, "f")
	m.SetMinute()
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) WrongTries(ctx context.Context) error {
	m := lock.New(s.rdb, "g").Tries(3)
	if err := m.Lock(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightExtend(ctx context.Context) error {
	m := lock.New(s.rdb, "h")
	lock.Extend(m, time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightField(ctx context.Context) error {
	m := lock.New(s.rdb, "i")
	m.Expiry = time.Minute
	if err := m.LockE(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) WrongField(ctx context.Context) error {
	m := lock.New(s.rdb, "j")
	if err := m.LockE(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightWith(ctx context.Context) error {
	v := lock.New(s.rdb, "k").With(time.Minute)
	m := &v
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightMaybe(ctx context.Context) error {
	m := lock.New(s.rdb, "l").Maybe(time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightTwice(ctx context.Context) error {
	m := lock.New(s.rdb, "m").Twice(time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightSecs(ctx context.Context) error {
	m := lock.New(s.rdb, "n").Secs(60)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightApply(ctx context.Context) error {
	m := lock.New(s.rdb, "o").Apply(lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightApplyP(ctx context.Context) error {
	m := lock.New(s.rdb, "p").ApplyP(&lock.Config{TTL: time.Minute})
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightEnv(ctx context.Context) error {
	m := lock.New(s.rdb, "q").FromEnv()
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightClone(ctx context.Context) error {
	m := lock.New(s.rdb, "r").TTL(time.Minute).Clone()
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightCopy(ctx context.Context) error {
	m := lock.New(s.rdb, "s").Copy(time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightSet(ctx context.Context) error {
	m := lock.New(s.rdb, "t").Set(time.Minute)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightOuter(ctx context.Context) error {
	m := lock.NewOuter(lock.New(s.rdb, "u")).Long()
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) RightBranch(ctx context.Context) error {
	m := lock.New(s.rdb, "v")
	if s.db != nil {
		m.TTL(time.Minute)
	} else {
		m = m.TTL(time.Hour)
	}
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	return s.work(ctx)
}
