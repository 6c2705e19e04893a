// Case oku18deferorder: all the defer shapes with the unlock registered first, or the commit by hand.
package oku18deferorder

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

type S struct {
	db  *sql.DB
	g   *gorm.DB
	rs  *redsync.Redsync
	rdb *redis.Client
	mu  sync.Mutex
}

// A: rollback deferred after unlock, commit by hand.
func (s *S) A(ctx context.Context) error {
	m := s.rs.NewMutex("a")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		if ok, err := m.UnlockContext(context.WithoutCancel(ctx)); !ok || err != nil {
			println("not unlocked")
		}
	}()
	tx := s.g.WithContext(ctx).Begin()
	defer func() {
		if r := recover(); r != nil {
			tx.Rollback()
		}
	}()
	if err := tx.Error; err != nil {
		return err
	}
	if err := tx.Exec("UPDATE a SET n = n + 1").Error; err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

// B: rollback deferred before unlock, commit by hand: the unlock runs after the commit.
func (s *S) B(ctx context.Context) (err error) {
	tx := s.g.WithContext(ctx).Begin()
	defer func() {
		if err != nil {
			tx.Rollback()
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err = tx.Exec("UPDATE b SET n = n + 1").Error; err != nil {
		return err
	}
	err = tx.Commit().Error
	return err
}

// C: the commit's literal stands in the inner function.
func (s *S) C(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return func() (err error) {
		tx, err := s.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() {
			if err == nil {
				err = tx.Commit()
			} else {
				err = errors.Join(err, tx.Rollback())
			}
		}()
		_, err = tx.ExecContext(ctx, "UPDATE c SET n = n + 1")
		return err
	}()
}

// D: the unlock is a defer in a block of a loop that ends after the commit.
func (s *S) D(ctx context.Context, keys []string) error {
	for _, k := range keys {
		ok, err := s.rdb.SetNX(ctx, k, "1", time.Minute).Result()
		if err != nil || !ok {
			return err
		}
		defer s.rdb.Del(context.WithoutCancel(ctx), k) //may:blindunlock
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, k := range keys {
		if _, err := tx.ExecContext(ctx, "UPDATE d SET n = n + 1 WHERE k = ?", k); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// E: sync.OnceFunc makes the unlock safe to call twice.
func (s *S) E(ctx context.Context) error {
	s.mu.Lock()
	unlock := sync.OnceFunc(s.mu.Unlock)
	defer unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE e SET n = n + 1"); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	unlock()
	return nil
}
