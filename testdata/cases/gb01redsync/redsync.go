// Case gb01redsync: a small layer over redsync whose users forget, one after the other, what a lock asks of them.
package gb01redsync

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var ErrBusy = errors.New("somebody else is at it")

// Locks makes mutexes for bookings.
type Locks struct{ rs *redsync.Redsync }

func (l *Locks) booking(id int64) *redsync.Mutex {
	return l.rs.NewMutex(fmt.Sprintf("lock:booking:%d", id), redsync.WithExpiry(time.Minute))
}

// Take returns with the lock held, or ErrBusy.
func (l *Locks) Take(ctx context.Context, id int64) (*redsync.Mutex, error) {
	m := l.booking(id)
	err := m.TryLockContext(ctx)
	var taken *redsync.ErrTaken
	if errors.As(err, &taken) {
		return nil, ErrBusy
	}
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	return m, nil
}

func drop(m *redsync.Mutex) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if ok, err := m.UnlockContext(ctx); !ok || err != nil {
		fmt.Println("unlock:", ok, err)
	}
}

type Bookings struct {
	locks *Locks
	db    *sql.DB
}

// Move leaves the lock behind when the room is gone.
func (b *Bookings) Move(ctx context.Context, id, room int64) error {
	m, err := b.locks.Take(ctx, id) //bug:leakedlock/early-return
	if err != nil {
		return err
	}
	var free bool
	if err := b.db.QueryRowContext(ctx, "SELECT free FROM rooms WHERE id = $1", room).Scan(&free); err != nil {
		drop(m)
		return err
	}
	if !free {
		return errors.New("the room is taken")
	}
	_, err = b.db.ExecContext(ctx, "UPDATE bookings SET room = $1 WHERE id = $2", room, id)
	drop(m)
	return err
}

// Cancel does not ask whether it has the lock.
func (b *Bookings) Cancel(ctx context.Context, id int64) error {
	m := b.locks.booking(id)
	_ = m.LockContext(ctx) //bug:uncheckedlock/ignored
	defer drop(m)
	_, err := b.db.ExecContext(ctx, "DELETE FROM bookings WHERE id = $1", id)
	return err
}

// Confirm only tells the log when somebody else has the lock.
func (b *Bookings) Confirm(ctx context.Context, id int64) error {
	m, err := b.locks.Take(ctx, id) //bug:uncheckedlock/fallthrough
	if errors.Is(err, ErrBusy) {
		fmt.Println("busy, confirming all the same")
	} else if err != nil {
		return err
	} else {
		defer drop(m)
	}
	_, err = b.db.ExecContext(ctx, "UPDATE bookings SET state = 'confirmed' WHERE id = $1", id)
	return err
}

// Note gives the caller's context to the release.
func (b *Bookings) Note(ctx context.Context, id int64, text string) error {
	m, err := b.locks.Take(ctx, id)
	if err != nil {
		return err
	}
	defer m.UnlockContext(ctx) //bug:canceledunlock/request-ctx
	_, err = b.db.ExecContext(ctx, "UPDATE bookings SET note = $1 WHERE id = $2", text, id)
	return err
}

// Pay releases before and after.
func (b *Bookings) Pay(ctx context.Context, id int64) error {
	m, err := b.locks.Take(ctx, id)
	if err != nil {
		return err
	}
	defer drop(m) //bug:leakedlock/double
	if _, err := b.db.ExecContext(ctx, "UPDATE bookings SET paid = true WHERE id = $1", id); err != nil {
		return err
	}
	drop(m)
	fmt.Println("paid", id)
	return nil
}

// Refund is right: whoever does not get the lock goes away, and it is dropped on all ways.
func (b *Bookings) Refund(ctx context.Context, id int64) error {
	m, err := b.locks.Take(ctx, id)
	switch {
	case errors.Is(err, ErrBusy):
		return nil
	case err != nil:
		return err
	}
	defer drop(m)
	_, err = b.db.ExecContext(ctx, "UPDATE bookings SET paid = false WHERE id = $1", id)
	return err
}

// Sweep is right: each round gives back what it took.
func (b *Bookings) Sweep(ctx context.Context, ids []int64) error {
	for _, id := range ids {
		m, err := b.locks.Take(ctx, id)
		if err != nil {
			continue
		}
		_, err = b.db.ExecContext(ctx, "DELETE FROM bookings WHERE id = $1 AND state = 'old'", id)
		drop(m)
		if err != nil {
			return err
		}
	}
	return nil
}
