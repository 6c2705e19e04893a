package parcel

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/lab/lock"
)

var errLost = errors.New("parcel: the lock is lost")

var compareAndExpire = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)

// hold waits for key. Where life is 0, the lease is renewed until free is called, and work ends when it is lost. Where it is
// given, the lease ends after that.
func (s *Service) hold(ctx context.Context, key string, life time.Duration) (work context.Context, free func(), err error) {
	token, renew := lock.NewToken(), false
	if life == 0 {
		life, renew = lease, true
	}
	for {
		ok, err := s.rdb.SetNX(ctx, key, token, life).Result()
		if err != nil {
			return nil, nil, err
		}
		if ok {
			break
		}
		if err := wait(ctx); err != nil {
			return nil, nil, err
		}
	}
	work, stop := context.WithCancelCause(ctx)
	if renew {
		go s.renew(work, stop, key, token)
	}
	return work, func() {
		stop(nil)
		s.free(ctx, key, token)
	}, nil
}

// renew renews a lease until work is done, and ends work when that fails.
func (s *Service) renew(work context.Context, stop context.CancelCauseFunc, key, token string) {
	for tick := time.Tick(renewal); ; {
		select {
		case <-work.Done():
			return
		case <-tick:
			renewed, err := compareAndExpire.Run(work, s.rdb, []string{key}, token, lease.Milliseconds()).Int()
			if err != nil || renewed == 0 {
				stop(errors.Join(errLost, err))
				return
			}
		}
	}
}

// Stamp says how long it needs the parcel, so that nothing renews the lease; the printer may take longer: watchdog-off.
func (s *Service) Stamp(ctx context.Context, parcel int64) error {
	work, free, err := s.hold(ctx, parcelKey(parcel), shortLease)
	if err != nil {
		return err
	}
	defer free()
	return s.print(work, parcel)
}

// StampFixed leaves that to the renewal.
func (s *Service) StampFixed(ctx context.Context, parcel int64) error {
	work, free, err := s.hold(ctx, parcelKey(parcel), 0)
	if err != nil {
		return err
	}
	defer free()
	return s.print(work, parcel)
}
