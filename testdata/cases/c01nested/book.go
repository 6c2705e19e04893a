// Case c01nested: the lock is taken and freed in the closure of a nested gorm transaction, which is a savepoint: the outer one commits later.
package c01nested

import (
	"context"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

type Room struct {
	ID   uint
	Free int
}

type Hotel struct {
	db *gorm.DB
	rs *redsync.Redsync
}

func (h *Hotel) Book(ctx context.Context, id uint) error {
	return h.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("INSERT INTO bookings (room) VALUES (?)", id).Error; err != nil {
			return err
		}
		return tx.Transaction(func(tx2 *gorm.DB) error {
			m := h.rs.NewMutex("room")
			if err := m.LockContext(ctx); err != nil {
				return err
			}
			defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
			return tx2.Model(&Room{}).Where("id = ?", id).Update("free", gorm.Expr("free - 1")).Error
		})
	})
}

// BookAround holds the lock over the savepoint, but not over the outer transaction.
func (h *Hotel) BookAround(ctx context.Context, id uint) error {
	return h.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		m := h.rs.NewMutex("room")
		if err := m.LockContext(ctx); err != nil {
			return err
		}
		err := tx.Transaction(func(tx2 *gorm.DB) error {
			return tx2.Model(&Room{}).Where("id = ?", id).Update("free", gorm.Expr("free - 1")).Error
		})
		_, _ = m.UnlockContext(ctx) //bug:unlockbeforecommit/closure
		return err
	})
}

// BookRight holds it over both.
func (h *Hotel) BookRight(ctx context.Context, id uint) error {
	m := h.rs.NewMutex("room")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	return h.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Transaction(func(tx2 *gorm.DB) error {
			return tx2.Model(&Room{}).Where("id = ?", id).Update("free", gorm.Expr("free - 1")).Error
		})
	})
}
