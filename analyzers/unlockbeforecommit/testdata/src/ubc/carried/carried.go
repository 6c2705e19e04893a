// Package carried has transactions that the context carries, and locks that are given back by a function which looks
// like the end of a context.
package carried

import (
	"context"
	"sync"

	"github.com/redis/rueidis/rueidislock"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"xorm.io/xorm"
)

type service struct {
	mu   sync.Mutex
	l    rueidislock.Locker
	sess *mongo.Session
	coll *mongo.Collection
	e    *xorm.Engine
}

func (s *service) save(ctx context.Context, doc any) error {
	_, err := s.coll.InsertOne(ctx, doc)
	return err
}

func (s *service) inside(ctx context.Context, doc any) error {
	_, err := s.sess.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		s.mu.Lock()
		defer s.mu.Unlock() // want `mutex s\.mu is released before the transaction commits at line 32: the next holder reads the old rows; lock and unlock around the transaction, not inside of it \(unlockbeforecommit/closure\)`
		return nil, s.save(ctx, doc)
	})
	return err
}

// The lock is taken before the transaction and given back behind it.
func (s *service) around(ctx context.Context, doc any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.sess.WithTransaction(ctx, func(ctx context.Context) (any, error) { return nil, s.save(ctx, doc) })
	return err
}

// What is written under the lock is no part of the transaction: the context is the one from before it.
func (s *service) beside(ctx context.Context, doc any) error {
	_, err := s.sess.WithTransaction(ctx, func(txCtx context.Context) (any, error) {
		s.mu.Lock()
		err := s.save(ctx, doc)
		s.mu.Unlock()
		if err != nil {
			return nil, err
		}
		return nil, s.save(txCtx, doc)
	})
	return err
}

func (s *service) early(ctx context.Context, doc any) error {
	x := s.e.NewSession()
	defer x.Close()
	if err := x.Begin(); err != nil {
		return err
	}
	_, cancel, err := s.l.WithContext(ctx, "lock:stock")
	if err != nil {
		return err
	}
	_, err = x.Exec("UPDATE stock SET qty = qty - ?", 1)
	cancel() // want `lock "lock:stock" is released before the transaction commits at line 73: the next holder reads the old rows; release it behind the commit \(unlockbeforecommit/order\)`
	if err != nil {
		return err
	}
	return x.Commit()
}

// The second call of cancel does nothing: the lock was given back behind the commit.
func (s *service) late(ctx context.Context, doc any) error {
	_, cancel, err := s.l.WithContext(ctx, "lock:stock")
	if err != nil {
		return err
	}
	defer cancel()
	_, err = s.e.Transaction(func(x *xorm.Session) (any, error) { return x.Exec("UPDATE stock SET qty = qty - ?", 1) })
	cancel()
	return err
}

// The transaction is begun by hand and has committed. What is written with the context that carries it is part of it, and not also
// of one that a caller of this function has.
func (s *service) aroundByHand(ctx context.Context, doc any) error {
	_, cancel, err := s.l.WithContext(ctx, "lock:stock")
	if err != nil {
		return err
	}
	defer cancel()
	if err := s.sess.StartTransaction(); err != nil {
		return err
	}
	ctx = mongo.NewSessionContext(ctx, s.sess)
	if _, err := s.coll.InsertOne(ctx, doc); err != nil {
		s.sess.AbortTransaction(ctx)
		return err
	}
	return s.sess.CommitTransaction(ctx)
}
