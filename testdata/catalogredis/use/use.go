// Package use calls the libraries as programs do; see the package of the same name in testdata/catalog.
package use

import (
	"context"
	"time"

	dynamolock "cirello.io/dynamolock/v2"
	"cirello.io/pglock"
	godisson "github.com/cheerego/go-redisson"
	redis6 "github.com/go-redis/redis"
	redis7 "github.com/go-redis/redis/v7"
	"github.com/go-zookeeper/zk"
	"github.com/gomodule/redigo/redis"
	"github.com/hashicorp/consul/api"
	"github.com/redis/rueidis"
	"github.com/redis/rueidis/rueidislock"
)

func clients(ctx context.Context, six *redis6.Client, seven *redis7.ClusterClient, c redis.Conn, r rueidis.Client) {
	six.SetNX("k", 1, time.Second)                                    // TryAcquire redis.cmdable
	six.Del("k").Result()                                             // Accessor redis.IntCmd
	seven.SetNX("k", 1, time.Second)                                  // TryAcquire redis.cmdable
	seven.Eval("return 1", nil)                                       // Script redis.cmdable
	c.Do("SET", "k", "v", "NX", "EX", 30)                             // Command redis.Conn
	redis.String(c.Do("GET", "k"))                                    // Accessor redis.
	r.Do(ctx, r.B().Set().Key("k").Value("v").Nx().Ex(1).Build())     // Command rueidis.CoreClient
	r.B().Set().Key("k").Value("v").Nx().PxMilliseconds(100).Build()  // Word cmds.SetValue
	r.Dedicated(func(d rueidis.DedicatedClient) error { return nil }) // RunPinned rueidis.Client
}

func locks(ctx context.Context, l rueidislock.Locker, g *godisson.Godisson, c *api.Client, z *zk.Conn, d *dynamolock.Client, p *pglock.Client) {
	l.WithContext(ctx, "k")                                                        // Acquire rueidislock.Locker
	g.NewMutex("k").TryLock(-1, 3000)                                              // Acquire godisson.Mutex
	lock, _ := c.LockKey("k")                                                      // NewLock api.Client
	lock.Lock(nil)                                                                 // Acquire api.Lock
	c.KV().Acquire(nil, nil)                                                       // TryAcquire api.KV
	zk.NewLock(z, "/k", nil).Lock()                                                // Acquire zk.Lock
	z.Create("/k", nil, zk.FlagEphemeral, nil)                                     // TryAcquire zk.Conn
	held, _ := d.AcquireLock("k")                                                  // Acquire dynamolock.Client
	held.Close()                                                                   // Release dynamolock.Lock
	p.Do(ctx, "k", func(ctx context.Context, l *pglock.Lock) error { return nil }) // RunInLock pglock.Client
}
