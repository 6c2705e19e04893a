// Case o11varclosure: the release is a closure in a local variable, called before Commit.
package o11varclosure

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

const unlockLua = `if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end`

type Rank struct {
	ID    uint
	Score int
}

func Bump(ctx context.Context, rdb redis.UniversalClient, db *gorm.DB, id uint) error {
	key, val := "lock:rank", uuid.New().String()
	res, err := rdb.SetArgs(ctx, key, val, redis.SetArgs{Mode: "NX", TTL: 5 * time.Second}).Result()
	if errors.Is(err, redis.Nil) || res != "OK" {
		return errors.New("busy")
	}
	if err != nil {
		return err
	}
	release := func() {
		rdb.Eval(context.WithoutCancel(ctx), unlockLua, []string{key}, val)
	}
	tx := db.WithContext(ctx).Begin()
	if tx.Error != nil {
		release()
		return tx.Error
	}
	if err := tx.Model(&Rank{}).Where("id = ?", id).Updates(map[string]any{"score": gorm.Expr("score + 1")}).Error; err != nil {
		tx.Rollback()
		release()
		return err
	}
	release() //bug:unlockbeforecommit/order
	return tx.Commit().Error
}

func BumpRight(ctx context.Context, rdb redis.UniversalClient, db *gorm.DB, id uint) error {
	key, val := "lock:rank", uuid.New().String()
	ok, err := rdb.SetNX(ctx, key, val, 5*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	release := func() {
		rdb.Eval(context.WithoutCancel(ctx), unlockLua, []string{key}, val)
	}
	defer release()
	tx := db.WithContext(ctx).Begin()
	defer tx.Rollback()
	if err := tx.Model(&Rank{}).Where("id = ?", id).UpdateColumn("score", gorm.Expr("score + 1")).Error; err != nil {
		return err
	}
	return tx.Commit().Error
}
