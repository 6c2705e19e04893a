// Case p07port: the application declares ports; adapters in a package that does not import it implement them; main wires them. The lock is given back inside of the unit of work.
package app

import "context"

type Lock interface {
	Release(ctx context.Context) error
}

type Locks interface {
	Acquire(ctx context.Context, key string) (func(), error)
}

type Tx interface {
	SetStock(ctx context.Context, sku string, n int) error
	Stock(ctx context.Context, sku string) (int, error)
}

type UnitOfWork interface {
	Do(ctx context.Context, fn func(ctx context.Context) error) error
}

type StockRepo interface {
	Stock(ctx context.Context, sku string) (int, error)
	SetStock(ctx context.Context, sku string, n int) error
}

type Service struct {
	locks Locks
	uow   UnitOfWork
	repo  StockRepo
}

func New(l Locks, u UnitOfWork, r StockRepo) *Service { return &Service{l, u, r} }

func (s *Service) Sell(ctx context.Context, sku string) error {
	return s.uow.Do(ctx, func(ctx context.Context) error {
		unlock, err := s.locks.Acquire(ctx, sku)
		if err != nil {
			return err
		}
		defer unlock() //may:unlockbeforecommit
		n, err := s.repo.Stock(ctx, sku)
		if err != nil {
			return err
		}
		return s.repo.SetStock(ctx, sku, n-1)
	})
}
