// Case c10perItem: one mutex per item is locked and unlocked round by round inside the closure; and a literal called in place per item.
package c10perItem

import (
	"context"
	"sync"

	"gorm.io/gorm"
)

type Line struct {
	SKU string
	Qty int
}

type Stock struct {
	SKU string `gorm:"primaryKey"`
	Qty int
}

type Shop struct {
	db    *gorm.DB
	mutex sync.Map
}

func (s *Shop) mu(sku string) *sync.Mutex {
	m, _ := s.mutex.LoadOrStore(sku, new(sync.Mutex))
	return m.(*sync.Mutex)
}

func (s *Shop) Ship(ctx context.Context, lines []Line) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, l := range lines {
			m := s.mu(l.SKU)
			m.Lock() //bug:localmutex/read-modify-write
			var st Stock
			if err := tx.First(&st, "sku = ?", l.SKU).Error; err != nil {
				m.Unlock()
				return err
			}
			st.Qty -= l.Qty
			err := tx.Save(&st).Error
			m.Unlock() //bug:unlockbeforecommit/closure
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Shop) ShipFunc(ctx context.Context, lines []Line) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, l := range lines {
			if err := func() error {
				m := s.mu(l.SKU)
				m.Lock()         //may:localmutex
				defer m.Unlock() //bug:unlockbeforecommit/closure
				return tx.Model(&Stock{}).Where("sku = ?", l.SKU).Update("qty", gorm.Expr("qty - ?", l.Qty)).Error
			}(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Shop) ShipEach(ctx context.Context, lines []Line) error {
	for _, l := range lines {
		m := s.mu(l.SKU)
		m.Lock() //may:localmutex
		err := s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
			return tx.Model(&Stock{}).Where("sku = ?", l.SKU).Update("qty", gorm.Expr("qty - ?", l.Qty)).Error
		})
		m.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}
