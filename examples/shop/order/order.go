// Package order places and cancels orders, with gorm.
package order

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"example.com/shop/internal/lock"
)

var (
	// ErrSoldOut tells that there are fewer pieces than ordered.
	ErrSoldOut = errors.New("order: not enough in stock")
	// ErrClosed tells that the order is no longer open.
	ErrClosed = errors.New("order: not open")
)

const (
	statusOpen     = "open"
	statusCanceled = "canceled"
)

// Order is a row of orders: some pieces of one product.
type Order struct {
	ID        int64  `json:"id"`
	UserID    int64  `json:"user_id"`
	ProductID int64  `json:"product_id"`
	Qty       int    `json:"qty"`
	Status    string `json:"status"`
}

// Stock is a row of stock.
type Stock struct {
	ProductID int64 `gorm:"primaryKey"`
	Qty       int
}

// TableName is the table's name, which gorm would guess wrong.
func (Stock) TableName() string { return "stock" }

// Service takes orders.
type Service struct {
	db    *gorm.DB
	locks *lock.Locker
}

// New returns a Service.
func New(db *gorm.DB, locks *lock.Locker) *Service { return &Service{db: db, locks: locks} }

// Place frees the product when the closure returns, and gorm commits after that: the next order reads the old stock.
func (s *Service) Place(ctx context.Context, o *Order) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		key := lock.ProductKey(o.ProductID)
		token, err := s.locks.Lock(ctx, key)
		if err != nil {
			return err
		}
		defer s.locks.Unlock(ctx, key, token)
		return place(tx, o)
	})
}

// PlaceFixed takes the lock around the transaction.
func (s *Service) PlaceFixed(ctx context.Context, o *Order) error {
	key := lock.ProductKey(o.ProductID)
	token, err := s.locks.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer s.locks.Unlock(ctx, key, token)
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return place(tx, o) })
}

func place(tx *gorm.DB, o *Order) error {
	var st Stock
	if err := tx.First(&st, "product_id = ?", o.ProductID).Error; err != nil {
		return err
	}
	if st.Qty < o.Qty {
		return ErrSoldOut
	}
	if err := tx.Model(&st).Update("qty", st.Qty-o.Qty).Error; err != nil {
		return err
	}
	o.Status = statusOpen
	return tx.Create(o).Error
}

// Cancel has the two runners the wrong way round: WithLock frees the order when it returns, Transaction commits after it.
func (s *Service) Cancel(ctx context.Context, id int64) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return s.locks.WithLock(ctx, lock.OrderKey(id), func(ctx context.Context) error {
			return cancel(tx.WithContext(ctx), id)
		})
	})
}

// CancelFixed has them the right way round.
func (s *Service) CancelFixed(ctx context.Context, id int64) error {
	return s.locks.WithLock(ctx, lock.OrderKey(id), func(ctx context.Context) error {
		return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return cancel(tx, id) })
	})
}

func cancel(tx *gorm.DB, id int64) error {
	var o Order
	if err := tx.First(&o, id).Error; err != nil {
		return err
	}
	if o.Status != statusOpen {
		return ErrClosed
	}
	if err := tx.Model(&o).Update("status", statusCanceled).Error; err != nil {
		return err
	}
	back := gorm.Expr("qty + ?", o.Qty)
	return tx.Model(&Stock{}).Where("product_id = ?", o.ProductID).Update("qty", back).Error
}
