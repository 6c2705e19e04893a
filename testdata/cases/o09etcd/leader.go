// Case o09etcd: an etcd mutex is unlocked before gorm commits; the mended twin defers the unlock before it begins.
package o09etcd

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"gorm.io/gorm"
)

type Quota struct {
	ID   string
	Used int
}

type Service struct {
	etcd *clientv3.Client
	db   *gorm.DB
}

func (s *Service) Use(ctx context.Context, tenant string) error {
	sess, err := concurrency.NewSession(s.etcd, concurrency.WithTTL(15))
	if err != nil {
		return err
	}
	defer sess.Close()
	mu := concurrency.NewMutex(sess, "/locks/quota/"+tenant)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	tx := s.db.WithContext(ctx).Begin()
	if err := tx.Error; err != nil {
		_ = mu.Unlock(ctx)
		return err
	}
	var q Quota
	if err := tx.Take(&q, "id = ?", tenant).Error; err != nil {
		tx.Rollback()
		_ = mu.Unlock(ctx)
		return err
	}
	q.Used++
	if err := tx.Save(&q).Error; err != nil {
		tx.Rollback()
		_ = mu.Unlock(ctx)
		return err
	}
	if err := mu.Unlock(ctx); err != nil { //bug:unlockbeforecommit/order
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

func (s *Service) UseRight(ctx context.Context, tenant string) error {
	sess, err := concurrency.NewSession(s.etcd)
	if err != nil {
		return err
	}
	defer sess.Close()
	mu := concurrency.NewLocker(sess, "/locks/quota/"+tenant)
	mu.Lock()
	defer mu.Unlock()
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Quota{}).Where("id = ?", tenant).UpdateColumn("used", gorm.Expr("used + 1")).Error
	})
}

func (s *Service) UseLocker(ctx context.Context, sess *concurrency.Session, tenant string) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		l := concurrency.NewLocker(sess, "/locks/quota/"+tenant)
		l.Lock()
		defer l.Unlock() //bug:unlockbeforecommit/closure
		return tx.Model(&Quota{}).Where("id = ?", tenant).UpdateColumn("used", gorm.Expr("used + 1")).Error
	})
}
