// Package depot knows the wrappers by their users alone.
package depot

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/go-redis/v9"

	"locklintcases/b06toldonce"
	"locklintcases/b06toldonce/gate"
	"locklintcases/b06toldonce/ports"
	"locklintcases/b06toldonce/wire"
)

var errBusy = errors.New("busy")

// Depot is full of parcels.
type Depot struct {
	rdb   *redis.Client
	db    *sql.DB
	locks ports.Locks
}

// New makes one.
func New(rdb *redis.Client, db *sql.DB) *Depot { return &Depot{rdb, db, wire.Locks(rdb)} }

func (d *Depot) move(ctx context.Context, id string) error {
	_, err := d.db.ExecContext(ctx, "UPDATE parcels SET moved = true WHERE id = $1", id)
	return err
}

// Travel goes through two packages.
func (d *Depot) Travel(ctx context.Context, p *b06toldonce.Parcels, id, token string) error {
	t, err := p.Begin(ctx, id, token)
	if err != nil {
		return err
	}
	defer t.Finish(context.WithoutCancel(ctx))
	return d.move(ctx, id)
}

type beginner interface {
	Begin(ctx context.Context, id, token string) (*b06toldonce.Trip, error)
}

// TravelBehind begins behind an interface.
func (d *Depot) TravelBehind(ctx context.Context, p beginner, id, token string) error {
	t, err := p.Begin(ctx, id, token)
	if err != nil {
		return err
	}
	defer t.Finish(context.WithoutCancel(ctx))
	return d.move(ctx, id)
}

// Move sees the locks behind an interface, and not the package that implements it.
func (d *Depot) Move(ctx context.Context, id string) error {
	ok, err := d.locks.Enter(ctx, "parcel:"+id)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer d.locks.Leave(context.WithoutCancel(ctx), "parcel:"+id)
	return d.move(ctx, id)
}

type leaver interface{ Leave(context.Context) error }

// MoveOpen gives back what was left open: that other ways back are called the same does not matter.
func (d *Depot) MoveOpen(ctx context.Context, id string) error {
	p, ok, err := gate.Enter(ctx, d.rdb, "lock:gate:"+id)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	var l leaver = p
	defer l.Leave(context.WithoutCancel(ctx)) //bug:blindunlock/plain-delete
	return d.move(ctx, id)
}
