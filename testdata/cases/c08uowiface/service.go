// Case c08uowiface: a unit of work behind an interface with one implementation, repositories behind interfaces, and a lock taken inside.
package c08uowiface

import (
	"context"
	"errors"

	"locklintcases/c08uowiface/uow"
	"locklintcases/o05ifacenoop/locks"
)

type Service struct {
	uow   uow.UnitOfWork
	locks locks.Locker
}

func (s *Service) Place(ctx context.Context, user string) error {
	return s.uow.Do(ctx, func(w uow.Work) error {
		unlock, err := s.locks.Lock(ctx, "orders:"+user)
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/closure
		n, err := w.Orders().Count(ctx, user)
		if err != nil {
			return err
		}
		if n > 10 {
			return errors.New("too many orders")
		}
		return w.Orders().Create(ctx, user, 1)
	})
}

func (s *Service) PlaceRight(ctx context.Context, user string) error {
	unlock, err := s.locks.Lock(ctx, "orders:"+user) //may:keytemplate
	if err != nil {
		return err
	}
	defer unlock()
	return s.uow.Do(ctx, func(w uow.Work) error {
		return w.Orders().Create(ctx, user, 1)
	})
}
