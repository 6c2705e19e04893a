// Case b04variadic: a wrapper of the store deletes as many keys as it is given; who gives it the key of a lock frees that.
package b04variadic

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"locklintcases/b04variadic/cache"
)

var errBusy = errors.New("busy")

func lockKey(room string) string { return "lock:room:" + room }

// Rooms are booked.
type Rooms struct {
	cache *cache.Cache
	db    *sql.DB
}

func (r *Rooms) book(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE rooms SET booked = true WHERE id = $1", id)
	return err
}

// Book deletes the key, whoever set it.
func (r *Rooms) Book(ctx context.Context, id string) error {
	key := lockKey(id)
	ok, err := r.cache.SetNX(ctx, key, 1, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer r.cache.Delete(context.WithoutCancel(ctx), key) //bug:blindunlock/plain-delete
	return r.book(ctx, id)
}

// BookCancelled gives the deletion a context that may be over.
func (r *Rooms) BookCancelled(ctx context.Context, id string) error {
	key := lockKey(id)
	ok, err := r.cache.SetNX(ctx, key, 1, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer r.cache.Forget(ctx, key) //bug:blindunlock/plain-delete //bug:canceledunlock/request-ctx
	return r.book(ctx, id)
}

// BookTwo deletes what it knows of the room as well.
func (r *Rooms) BookTwo(ctx context.Context, id string) error {
	key := lockKey(id)
	ok, err := r.cache.SetNX(ctx, key, 1, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	err = r.book(ctx, id)
	return errors.Join(err, r.cache.Delete(context.WithoutCancel(ctx), key, "room:"+id)) //bug:blindunlock/plain-delete
}

// BookOwn looks first whether it is still the owner, and deletes with a command of its own.
func (r *Rooms) BookOwn(ctx context.Context, id, token string) error {
	key := lockKey(id)
	ok, err := r.cache.SetNX(ctx, key, token, time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	err = r.book(ctx, id)
	if v, getErr := r.cache.Get(ctx, key); getErr == nil && v == token {
		return errors.Join(err, r.cache.Delete(context.WithoutCancel(ctx), key)) //bug:blindunlock/check-then-delete
	}
	return err
}

// Rename forgets what is known of a room: that is data.
func (r *Rooms) Rename(ctx context.Context, id, name string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE rooms SET name = $2 WHERE id = $1", id, name)
	return errors.Join(err, r.cache.Delete(ctx, "room:"+id, "room:"+name))
}

// Once keeps its mark where the room was booked, and drops it where it was not.
func (r *Rooms) Once(ctx context.Context, id string) error {
	key := "booking:" + id
	ok, err := r.cache.SetNX(ctx, key, 1, time.Hour)
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if err := r.book(ctx, id); err != nil {
		return errors.Join(err, r.cache.Delete(context.WithoutCancel(ctx), key))
	}
	return nil
}

// Purge deletes what it is given: nobody knows what that is.
func (r *Rooms) Purge(ctx context.Context, keys []string) error { return r.cache.Delete(ctx, keys...) }
