// Case b05opengate: a wrapper whose names leave open what its keys are for deletes them blindly; who takes a lock with it and gives it back
// knows. A wrapper that is called a lock is told itself, and its callers are not.
package b05opengate

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/go-redis/v9"

	"locklintcases/b05opengate/gate"
	"locklintcases/b05opengate/redislock"
)

var errBusy = errors.New("busy")

func lockKey(id string) string { return "lock:seat:" + id }

// Seats are sold.
type Seats struct {
	rdb *redis.Client
	db  *sql.DB
}

func (s *Seats) sell(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE seats SET sold = true WHERE id = $1", id)
	return err
}

// Sell knows that the key is a lock's.
func (s *Seats) Sell(ctx context.Context, id string) error {
	p, ok, err := gate.Acquire(ctx, s.rdb, lockKey(id))
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer p.Release(context.WithoutCancel(ctx)) //bug:blindunlock/plain-delete
	return s.sell(ctx, id)
}

// SellLogged gives back in a function literal.
func (s *Seats) SellLogged(ctx context.Context, id string) (err error) {
	p, ok, err := gate.Acquire(ctx, s.rdb, lockKey(id))
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() { //bug:blindunlock/plain-delete
		err = errors.Join(err, p.Release(context.WithoutCancel(ctx)))
	}()
	return s.sell(ctx, id)
}

// SellOwn takes the way that looks for the owner.
func (s *Seats) SellOwn(ctx context.Context, id, token string) error {
	p, ok, err := gate.Take(ctx, s.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	err = s.sell(ctx, id)
	return errors.Join(err, p.Free(context.WithoutCancel(ctx))) //bug:blindunlock/check-then-delete
}

func giveBack(ctx context.Context, p *gate.Pass) { _ = p.Release(ctx) }

// SellBy gives back through a helper.
func (s *Seats) SellBy(ctx context.Context, id string) error {
	p, ok, err := gate.Acquire(ctx, s.rdb, lockKey(id))
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer giveBack(context.WithoutCancel(ctx), p) //bug:blindunlock/plain-delete
	return s.sell(ctx, id)
}

// SellRight compares and deletes in one step.
func (s *Seats) SellRight(ctx context.Context, id, token string) error {
	p, ok, err := gate.Take(ctx, s.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer p.ReleaseOwn(context.WithoutCancel(ctx))
	return s.sell(ctx, id)
}

// SellLock is told in its package.
func (s *Seats) SellLock(ctx context.Context, id string) error {
	h, ok, err := redislock.Acquire(ctx, s.rdb, lockKey(id))
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer h.Release(context.WithoutCancel(ctx))
	return s.sell(ctx, id)
}

// Paid sells once for each payment: its key is a mark.
func (s *Seats) Paid(ctx context.Context, payment, id string) error {
	return gate.Once(ctx, s.rdb, "payment:"+payment, func(ctx context.Context) error { return s.sell(ctx, id) })
}

// Hook keeps its mark where the work was done, and drops it where it was not.
func (s *Seats) Hook(ctx context.Context, event, id string) error {
	p, ok, err := gate.Acquire(ctx, s.rdb, "hook:"+event)
	if err != nil || !ok {
		return err
	}
	if err := s.sell(ctx, id); err != nil {
		return errors.Join(err, p.Release(context.WithoutCancel(ctx)))
	}
	return nil
}

// Remind is throttled.
func (s *Seats) Remind(ctx context.Context, user string) error {
	p, ok, err := gate.Acquire(ctx, s.rdb, "throttle:remind:"+user)
	if err != nil || !ok {
		return err
	}
	defer p.Release(context.WithoutCancel(ctx))
	return s.sell(ctx, user)
}
