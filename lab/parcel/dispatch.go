package parcel

import (
	"context"

	"github.com/redis/rueidis/rueidislock"
)

// Dispatcher prints under a lock that renews itself.
type Dispatcher struct {
	parcels *Service
	locker  rueidislock.Locker
}

// NewDispatcher returns a Dispatcher.
func NewDispatcher(parcels *Service, locker rueidislock.Locker) *Dispatcher {
	return &Dispatcher{parcels: parcels, locker: locker}
}

// Dispatch does not use the context that ends with the lock: lost-ignored.
func (d *Dispatcher) Dispatch(ctx context.Context) error {
	_, release, err := d.locker.WithContext(ctx, "batch")
	if err != nil {
		return err
	}
	defer release()
	return d.parcels.printAll(ctx)
}

// DispatchFixed does.
func (d *Dispatcher) DispatchFixed(ctx context.Context) error {
	held, release, err := d.locker.WithContext(ctx, "batch")
	if err != nil {
		return err
	}
	defer release()
	return d.parcels.printAll(held)
}
