// Case c02gormsession: Session, WithContext, Model and Scopes in the chain; the release stands in the closure.
package c02gormsession

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Card struct {
	ID      uint
	UserID  uint
	Balance int64
}

type CardService struct {
	db  *gorm.DB
	rdb *redis.Client
}

func (s *CardService) lock(ctx context.Context, key, val string) error {
	ok, err := s.rdb.SetNX(ctx, key, val, 10*time.Second).Result()
	switch {
	case err != nil:
		return err
	case !ok:
		return errors.New("card is locked")
	}
	return nil
}

var del = redis.NewScript(`if redis.call("GET",KEYS[1])==ARGV[1] then return redis.call("DEL",KEYS[1]) end return 0`)

func (s *CardService) unlock(ctx context.Context, key, val string) {
	_ = del.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, val).Err()
}

func forUser(id uint) func(*gorm.DB) *gorm.DB {
	return func(db *gorm.DB) *gorm.DB { return db.Where("user_id = ?", id) }
}

func (s *CardService) TopUp(ctx context.Context, user uint, amount int64, reqID string) error {
	db := s.db.Session(&gorm.Session{NewDB: true, SkipDefaultTransaction: true}).WithContext(ctx)
	return db.Transaction(func(tx *gorm.DB) error {
		key := fmt.Sprintf("card:%d", user)
		if err := s.lock(ctx, key, reqID); err != nil {
			return err
		}
		var card Card
		q := tx.Scopes(forUser(user)).Clauses(clause.Locking{Strength: "SHARE"}).First(&card)
		if q.Error != nil {
			s.unlock(ctx, key, reqID)
			return q.Error
		}
		card.Balance += amount
		err := tx.Omit("UserID").Save(&card).Error
		s.unlock(ctx, key, reqID) //bug:unlockbeforecommit/closure
		return err
	})
}

func (s *CardService) TopUpRight(ctx context.Context, user uint, amount int64, reqID string) error {
	key := fmt.Sprintf("card:%d", user) //may:keytemplate
	if err := s.lock(ctx, key, reqID); err != nil {
		return err
	}
	defer s.unlock(ctx, key, reqID)
	return s.db.Session(&gorm.Session{PrepareStmt: true}).WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Card{}).Scopes(forUser(user)).Update("balance", gorm.Expr("balance + ?", amount)).Error
	})
}
