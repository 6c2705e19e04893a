// Case le50options: the life of a lease is a default that functional options change, or the caller's configuration does.
package svc

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"

	"locklintcases/le50options/lock"
)

type S struct {
	c   *lock.Client
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

func (s *S) Default(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a1") //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Minute(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a2", lock.Tries(3), lock.TTL(time.Minute))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Seconds(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a3", lock.TTL(5*time.Second), lock.Tries(3)) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) LastWins(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a4", lock.TTL(5*time.Second), lock.Long())
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Literal(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a5", func(o *lock.Options) { o.TTL = 5 * time.Second }) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Slice(ctx context.Context) error {
	opts := []lock.Option{lock.TTL(time.Minute)}
	held, err := s.c.Obtain(ctx, "a6", opts...)
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Env(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a7", lock.Env())
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Some(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a8", lock.Some(time.Minute))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Forever(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a9", lock.Forever)
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Both(ctx context.Context) error {
	held, err := s.c.Obtain(ctx, "a10", lock.Both(lock.TTL(time.Minute)))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Appended(ctx context.Context, opts ...lock.Option) error {
	held, err := s.c.Obtain(ctx, "a11", append([]lock.Option{lock.Tries(1)}, opts...)...)
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Given(ctx context.Context, opts ...lock.Option) error {
	held, err := s.c.Obtain(ctx, "a12", opts...)
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Either(ctx context.Context) error {
	opt := lock.TTL(time.Second)
	if s.db != nil {
		opt = lock.TTL(time.Minute)
	}
	held, err := s.c.Obtain(ctx, "a13", opt)
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Own(ctx context.Context) error {
	c := lock.New(s.rdb)
	held, err := c.Own(ctx, "b1") //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) OwnMinute(ctx context.Context) error {
	c := lock.New(s.rdb, lock.TTL(time.Minute))
	held, err := c.Own(ctx, "b2")
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) OwnSeconds(ctx context.Context) error {
	c := lock.New(s.rdb, lock.TTL(5*time.Second))
	held, err := c.Own(ctx, "b3") //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Set(ctx context.Context) error {
	held, err := s.c.Set(ctx, "c1") //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) SetMinute(ctx context.Context) error {
	held, err := s.c.Set(ctx, "c2", lock.Life(time.Minute))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Built(ctx context.Context) error {
	held, err := s.c.Built(ctx, "d1") //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) BuiltMinute(ctx context.Context) error {
	held, err := s.c.Built(ctx, "d2", lock.TTL(time.Minute))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) AfterMinute(ctx context.Context) error {
	held, err := s.c.After(ctx, "e1", lock.TTL(time.Minute))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) ErrMinute(ctx context.Context) error {
	held, err := s.c.ObtainE(ctx, "f1", lock.TTLE(time.Minute))
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Config(ctx context.Context, file []byte) error {
	held, err := s.c.Config(ctx, "g1", file)
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Struct(ctx context.Context) error {
	held, err := s.c.Struct(ctx, "h1", &lock.Options{TTL: time.Minute})
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Configured(ctx context.Context) error {
	held, err := s.c.Configure(ctx, "i1", func(o *lock.Options) { o.TTL = time.Minute })
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}

func (s *S) Unconfigured(ctx context.Context) error {
	held, err := s.c.Configure(ctx, "i2", nil) //bug:leaseexpiry/short
	if err != nil {
		return err
	}
	defer held.Release(context.WithoutCancel(ctx))
	return s.work(ctx)
}
