// Case b06toldonce: a deletion that a wrapper is told of is not told again where the wrapper is used, whatever its way back is called:
// directly, through a second wrapper, an interface, a runner, a generic type, an embedded lock or a function value.
package b06toldonce

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/go-redis/v9"

	"locklintcases/b06toldonce/redlock"
)

// Parcels are sent.
type Parcels struct {
	rdb *redis.Client
	db  *sql.DB
}

func lockKey(id string) string { return "lock:parcel:" + id }

func (p *Parcels) send(ctx context.Context, id string) error {
	_, err := p.db.ExecContext(ctx, "UPDATE parcels SET sent = true WHERE id = $1", id)
	return err
}

// Send gives back by a name that says nothing.
func (p *Parcels) Send(ctx context.Context, id, token string) error {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	defer l.GetThenDel(context.WithoutCancel(ctx))
	return p.send(ctx, id)
}

// SendClosed goes through a second one.
func (p *Parcels) SendClosed(ctx context.Context, id, token string) error {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	err = p.send(ctx, id)
	return errors.Join(err, l.Close(context.WithoutCancel(ctx)))
}

// SendDropped gives back in a literal.
func (p *Parcels) SendDropped(ctx context.Context, id, token string) (err error) {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, l.Drop(context.WithoutCancel(ctx)))
	}()
	return p.send(ctx, id)
}

func after(ctx context.Context, f func(context.Context) error) { _ = f(ctx) }

// SendAfter hands the way back on.
func (p *Parcels) SendAfter(ctx context.Context, id, token string) error {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	defer after(context.WithoutCancel(ctx), func(ctx context.Context) error { return l.Drop(ctx) })
	return p.send(ctx, id)
}

// SendValue has it in a variable.
func (p *Parcels) SendValue(ctx context.Context, id, token string) error {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	drop := l.Drop
	defer drop(context.WithoutCancel(ctx))
	return p.send(ctx, id)
}

type dropper interface{ Drop(context.Context) error }

// SendBehind sees an interface.
func (p *Parcels) SendBehind(ctx context.Context, id, token string) error {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	var d dropper = l
	defer d.Drop(context.WithoutCancel(ctx))
	return p.send(ctx, id)
}

type noted struct {
	*redlock.Lock
	note string
}

// SendNoted embeds the lock.
func (p *Parcels) SendNoted(ctx context.Context, id, token string) error {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return err
	}
	n := noted{l, id}
	defer n.Drop(context.WithoutCancel(ctx))
	return p.send(ctx, n.note)
}

// SendUnder and the two below leave all to the wrapper.
func (p *Parcels) SendUnder(ctx context.Context, id string) error {
	return redlock.Do(ctx, p.rdb, lockKey(id), func(ctx context.Context) error { return p.send(ctx, id) })
}

// SendTry tries.
func (p *Parcels) SendTry(ctx context.Context, id, token string) error {
	return redlock.Try(ctx, p.rdb, lockKey(id), token, func(ctx context.Context) error { return p.send(ctx, id) })
}

// SendCounted counts.
func (p *Parcels) SendCounted(ctx context.Context, id string) error {
	return redlock.Counted(ctx, p.rdb, lockKey(id), func(ctx context.Context) error { return p.send(ctx, id) })
}

// SendOf takes a generic one.
func (p *Parcels) SendOf(ctx context.Context, id string) error {
	o, err := redlock.Take(ctx, p.rdb, lockKey(id), id)
	if err != nil {
		return err
	}
	defer o.End(context.WithoutCancel(ctx))
	return p.send(ctx, o.V)
}

// SendEnd ends it by a generic function.
func (p *Parcels) SendEnd(ctx context.Context, id string) error {
	o, err := redlock.Take(ctx, p.rdb, lockKey(id), id)
	if err != nil {
		return err
	}
	defer redlock.End(context.WithoutCancel(ctx), o)
	return p.send(ctx, o.V)
}

// Trip holds a lock.
type Trip struct{ lock *redlock.Lock }

// Begin begins one.
func (p *Parcels) Begin(ctx context.Context, id, token string) (*Trip, error) {
	l, err := redlock.Acquire(ctx, p.rdb, lockKey(id), token)
	if err != nil {
		return nil, err
	}
	return &Trip{l}, nil
}

// Finish is the second wrapper.
func (t *Trip) Finish(ctx context.Context) error { return t.lock.Drop(ctx) }
