// Package cart holds pieces back for customers who have not paid yet.
package cart

import (
	"context"
	"errors"

	"example.com/shop/internal/lock"
	"example.com/shop/internal/store"
)

// ErrSoldOut tells that there are not enough pieces.
var ErrSoldOut = errors.New("cart: sold out")

// Service holds pieces back.
type Service struct {
	stock store.Stock
	locks *lock.Locker
}

// New returns a Service.
func New(locks *lock.Locker) *Service { return &Service{locks: locks} }

// Hold takes n pieces out of the stock. Who asks for too many, or meets a database that is away, keeps everybody
// else from the product until the lock expires.
func (s *Service) Hold(ctx context.Context, product int64, n int) error {
	unlock, err := s.locks.Take(ctx, lock.ProductKey(product))
	if err != nil {
		return err
	}
	qty, err := s.stock.Qty(ctx, product)
	if err != nil {
		return err
	}
	if qty < n {
		return ErrSoldOut
	}
	defer unlock()
	return s.stock.SetQty(ctx, product, qty-n)
}

// HoldFixed registers the unlock right behind the lock.
func (s *Service) HoldFixed(ctx context.Context, product int64, n int) error {
	unlock, err := s.locks.Take(ctx, lock.ProductKey(product))
	if err != nil {
		return err
	}
	defer unlock()
	qty, err := s.stock.Qty(ctx, product)
	if err != nil {
		return err
	}
	if qty < n {
		return ErrSoldOut
	}
	return s.stock.SetQty(ctx, product, qty-n)
}
