// Package use calls the libraries as programs do; see the package of the same name in testdata/catalog.
package use

import (
	"context"

	"github.com/gogf/gf/v2/database/gdb"
	"github.com/gogf/gf/v2/frame/g"
	"github.com/zeromicro/go-zero/core/stores/redis"
	"github.com/zeromicro/go-zero/core/stores/sqlc"
	"github.com/zeromicro/go-zero/core/stores/sqlx"
)

func goZero(ctx context.Context, r *redis.Redis, conn sqlx.SqlConn, cached sqlc.CachedConn) {
	lock := redis.NewRedisLock(r, "k")                                                                           // NewLock redis.
	lock.SetExpire(5)                                                                                            // SetTTL redis.RedisLock
	lock.AcquireCtx(ctx)                                                                                         // TryAcquire redis.RedisLock
	lock.Release()                                                                                               // Release redis.RedisLock
	r.SetnxExCtx(ctx, "k", "v", 5)                                                                               // TryAcquire redis.Redis
	conn.ExecCtx(ctx, "x")                                                                                       // Statement sqlx.Session
	conn.TransactCtx(ctx, func(ctx context.Context, s sqlx.Session) error { _, err := s.Exec("x"); return err }) // RunInTx sqlx.SqlConn
	cached.TransactCtx(ctx, func(ctx context.Context, s sqlx.Session) error { return nil })                      // RunInTx sqlc.CachedConn
}

func gf(ctx context.Context) {
	g.DB().Transaction(ctx, func(ctx context.Context, tx gdb.TX) error { return nil }) // RunInTx gdb.DB
	tx, _ := g.DB().Begin(ctx)                                                         // Begin gdb.DB
	tx.Model("t").Where("id", 1).LockUpdate().One()                                    // Read gdb.Model
	tx.Exec("x")                                                                       // Statement gdb.TX
	tx.Commit()                                                                        // Commit gdb.TX
	g.Redis().SetNX(ctx, "k", "v")                                                     // TryAcquire gredis.IGroupString
	g.Redis().Do(ctx, "SET", "k", "v", "NX")                                           // Command gredis.Redis
	g.Redis().Del(ctx, "k")                                                            // Delete gredis.IGroupGeneric
}
