// Case k02gormparam: a method with a *gorm.DB parameter is called with a live transaction, its twin only with the pool.
package k02gormparam

import (
	"context"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

type Seat struct {
	ID    uint
	Owner uint
}

type Seats struct {
	db *gorm.DB
	rs *redsync.Redsync
}

func (s *Seats) take(ctx context.Context, tx *gorm.DB, id, owner uint) error {
	m := s.rs.NewMutex("seat")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/callee
	var seat Seat
	if err := tx.WithContext(ctx).First(&seat, id).Error; err != nil {
		return err
	}
	seat.Owner = owner
	return tx.WithContext(ctx).Save(&seat).Error
}

func (s *Seats) Take(ctx context.Context, ids []uint, owner uint) error {
	return s.db.Transaction(func(tx *gorm.DB) error {
		for _, id := range ids {
			if err := s.take(ctx, tx, id, owner); err != nil { //may:unlockbeforecommit
				return err
			}
		}
		return nil
	})
}

func (s *Seats) free(ctx context.Context, tx *gorm.DB, id uint) error {
	m := s.rs.NewMutex("seat")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	return tx.WithContext(ctx).Model(&Seat{}).Where("id = ?", id).Update("owner", 0).Error
}

func (s *Seats) Free(ctx context.Context, id uint) error { return s.free(ctx, s.db, id) }
