// Package use calls the libraries as programs do. The comment behind a call names the role and the place in
// the catalogue that the look-up must find, whatever the call goes through.
package use

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type row struct{ ID, Qty int }

type guarded struct {
	sync.Mutex
	n int
}

type repo struct{ *sqlx.DB }

func locks(g *guarded, l sync.Locker) {
	g.Lock()   // Acquire sync.Mutex
	l.Unlock() // Release sync.Locker
	l.Lock()   // Acquire sync.Locker
}

func sqlxUse(ctx context.Context, r repo, c *sqlx.Conn) {
	tx, _ := r.BeginTxx(ctx, nil)                          // Begin sqlx.DB
	tx.ExecContext(ctx, "x")                               // Statement sql.Tx
	tx.GetContext(ctx, new(int), "x")                      // Statement sqlx.Tx
	sqlx.GetContext(ctx, tx, new(int), "x")                // Statement sqlx.
	tx.Commit()                                            // Commit sql.Tx
	r.QueryRowContext(ctx, "x").Scan(new(int))             // Scan sql.Row
	c.Close()                                              // Unpin sql.Conn
	c.Raw(func(any) error { return nil })                  // Hijack sql.Conn
	var e sqlx.ExtContext = tx                             //
	e.ExecContext(ctx, "x")                                // Statement sqlx.ExecerContext
	e.QueryRowxContext(ctx, r.Rebind("x")).Scan(new(bool)) // Scan sqlx.Row
}

func sqlUse(ctx context.Context, db *sql.DB) {
	conn, _ := db.Conn(ctx)       // Pin sql.DB
	st, _ := db.Prepare("x")      // Statement sql.DB
	res, _ := st.Exec(1)          // Statement sql.Stmt
	res.RowsAffected()            // Accessor sql.Result
	conn.PingContext(ctx)         //
	tx, _ := db.BeginTx(ctx, nil) // Begin sql.DB
	tx.Stmt(st)                   // Derive sql.Tx
}

func gormUse(ctx context.Context, db *gorm.DB) {
	db.WithContext(ctx)                                 // Derive gorm.DB
	db.Clauses(clause.Locking{})                        // Derive gorm.DB
	db.Raw("x")                                         // Statement gorm.DB
	db.Scan(new(bool))                                  // Scan gorm.DB
	db.Transaction(func(*gorm.DB) error { return nil }) // RunInTx gorm.DB
	gorm.G[row](db)                                     // Derive gorm.
	chain := gorm.G[row](db).Where("id = ?", 1)         // Derive gorm.CreateInterface
	chain.First(ctx)                                    // Read gorm.ExecInterface
	chain.Update(ctx, "qty", 1)                         // Write gorm.ChainInterface
}

func pgxUse(ctx context.Context, p *pgxpool.Pool, tx pgx.Tx) {
	tx.Exec(ctx, "x")                                         // Statement pgx.Tx
	p.QueryRow(ctx, "x").Scan(new(int))                       // Scan pgx.Row
	c, _ := p.Acquire(ctx)                                    // Pin pgxpool.Pool
	c.Conn().Exec(ctx, "x")                                   // Statement pgx.Conn
	pgx.BeginFunc(ctx, p, func(pgx.Tx) error { return nil })  // RunInTx pgx.
	rows, _ := p.Query(ctx, "x")                              // Statement pgxpool.Pool
	pgx.CollectRows(rows, pgx.RowTo[int])                     // Scan pgx.
	p.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable}) // Begin pgxpool.Pool
}

func redisUse(ctx context.Context, c *redis.Client, u redis.UniversalClient, s *redis.Script) {
	cmd := c.SetNX(ctx, "k", "v", time.Second)                               // TryAcquire redis.cmdable
	cmd.Result()                                                             // Accessor redis.BoolCmd
	cmd.Err()                                                                // Accessor redis.baseCmd
	u.SetNX(ctx, "k", "v", 0)                                                // TryAcquire redis.StringCmdable
	u.Del(ctx, "k")                                                          // Delete redis.GenericCmdable
	c.Do(ctx, "SET", "k", "v", "NX")                                         // Command redis.cmdable
	s.Run(ctx, c, []string{"k"}, "v")                                        // Script redis.Script
	c.TxPipelined(ctx, func(p redis.Pipeliner) error { return nil })         // RunInTx redis.Client
	c.Watch(ctx, func(tx *redis.Tx) error { return tx.Get(ctx, "k").Err() }) // RunPinned redis.Client
	c.Close()                                                                // Close redis.baseClient
}

func lockUse(ctx context.Context, r *redsync.Redsync, c *redislock.Client, s *concurrency.Session, cli *clientv3.Client) {
	m := r.NewMutex("k", redsync.WithExpiry(time.Second)) // NewLock redsync.Redsync
	m.LockContext(ctx)                                    // Acquire redsync.Mutex
	l, _ := c.Obtain(ctx, "k", time.Second, nil)          // TryAcquire redislock.Client
	l.Release(ctx)                                        // Release redislock.Lock
	l.Obtain(ctx, "k", time.Second, nil)                  // TryAcquire redislock.Client
	concurrency.NewMutex(s, "k").Lock(ctx)                // Acquire concurrency.Mutex
	concurrency.NewLocker(s, "k").Lock()                  // Acquire sync.Locker
	cli.Put(ctx, "k", "v")                                // Write clientv3.KV
	s.Done()                                              // LossSignal concurrency.Session
}
