// Case l02booking: whether a room is free is decided in a helper that only returns an error, under a mutex per room in one process; the repository is an interface.
package l02booking

import (
	"context"
	"errors"
	"sync"

	"gorm.io/gorm"
)

var errFull = errors.New("room is full")

// Booking is a row.
type Booking struct {
	ID   uint
	Room string
	Day  string
}

// Bookings is the repository.
type Bookings interface {
	OfDay(ctx context.Context, room, day string) ([]Booking, error)
	Add(ctx context.Context, b *Booking) error
}

type store struct{ db *gorm.DB }

func (s *store) OfDay(ctx context.Context, room, day string) ([]Booking, error) {
	var all []Booking
	err := s.db.WithContext(ctx).Where("room = ? AND day = ?", room, day).Find(&all).Error
	return all, err
}

func (s *store) Add(ctx context.Context, b *Booking) error {
	return s.db.WithContext(ctx).Create(b).Error
}

// NewStore returns the repository.
func NewStore(db *gorm.DB) Bookings { return &store{db} }

// Desk books rooms.
type Desk struct {
	repo  Bookings
	rooms sync.Map // room → *sync.Mutex
}

func (d *Desk) room(name string) *sync.Mutex {
	m, _ := d.rooms.LoadOrStore(name, &sync.Mutex{})
	return m.(*sync.Mutex)
}

func (d *Desk) free(ctx context.Context, room, day string) error {
	all, err := d.repo.OfDay(ctx, room, day)
	if err != nil {
		return err
	}
	if len(all) > 2 {
		return errFull
	}
	return nil
}

// Book books a room.
func (d *Desk) Book(ctx context.Context, room, day string) error {
	mu := d.room(room)
	mu.Lock() //bug:localmutex/check-then-write
	defer mu.Unlock()
	if err := d.free(ctx, room, day); err != nil {
		return err
	}
	return d.repo.Add(ctx, &Booking{Room: room, Day: day})
}

// Reserve reads, and stops only where the read fails.
func (d *Desk) Reserve(ctx context.Context, room, day string) error {
	mu := d.room(room)
	mu.Lock()
	defer mu.Unlock()
	if _, err := d.repo.OfDay(ctx, room, day); err != nil {
		return err
	}
	return d.repo.Add(ctx, &Booking{Room: room, Day: day})
}

// Numbered gives each booking of a day its number.
func (d *Desk) Numbered(ctx context.Context, room, day string) error {
	mu := d.room(room)
	mu.Lock() //bug:localmutex/read-modify-write
	defer mu.Unlock()
	all, err := d.repo.OfDay(ctx, room, day)
	if err != nil {
		return err
	}
	return d.repo.Add(ctx, &Booking{ID: uint(len(all) + 1), Room: room, Day: day})
}
