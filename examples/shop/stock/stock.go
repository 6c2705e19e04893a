// Package stock takes deliveries in. Its transactions are units of work of package store.
package stock

import (
	"context"

	"example.com/shop/internal/lock"
	"example.com/shop/internal/store"
)

// Delivery is what came in of one product.
type Delivery struct {
	ID        int64 `json:"id"`
	ProductID int64 `json:"product_id"`
	Qty       int   `json:"qty"`
}

// Service keeps the stock.
type Service struct {
	unit  *store.Unit
	stock store.Stock
	locks *lock.Locker
}

// New returns a Service.
func New(unit *store.Unit, locks *lock.Locker) *Service { return &Service{unit: unit, locks: locks} }

// Receive writes the delivery down and adds it to the stock, in one unit of work.
func (s *Service) Receive(ctx context.Context, d Delivery) error {
	return s.unit.Do(ctx, func(ctx context.Context) error {
		if err := s.stock.Receive(ctx, d.ID, d.ProductID, d.Qty); err != nil {
			return err
		}
		return s.add(ctx, d.ProductID, d.Qty)
	})
}

// add works in its caller's unit of work and frees the product when it returns; the caller commits later.
func (s *Service) add(ctx context.Context, product int64, n int) error {
	unlock, err := s.locks.Take(ctx, lock.ProductKey(product))
	if err != nil {
		return err
	}
	defer unlock()
	qty, err := s.stock.Qty(ctx, product)
	if err != nil {
		return err
	}
	return s.stock.SetQty(ctx, product, qty+n)
}

// ReceiveFixed does the same with addFixed.
func (s *Service) ReceiveFixed(ctx context.Context, d Delivery) error {
	return s.unit.Do(ctx, func(ctx context.Context) error {
		if err := s.stock.Receive(ctx, d.ID, d.ProductID, d.Qty); err != nil {
			return err
		}
		return s.addFixed(ctx, d.ProductID, d.Qty)
	})
}

// addFixed leaves the unlock to the end of the unit of work.
func (s *Service) addFixed(ctx context.Context, product int64, n int) error {
	unlock, err := s.locks.Take(ctx, lock.ProductKey(product))
	if err != nil {
		return err
	}
	store.AfterEnd(ctx, unlock)
	qty, err := s.stock.Qty(ctx, product)
	if err != nil {
		return err
	}
	return s.stock.SetQty(ctx, product, qty+n)
}
