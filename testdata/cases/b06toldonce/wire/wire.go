// Package wire puts things together.
package wire

import (
	"github.com/redis/go-redis/v9"

	"locklintcases/b06toldonce/ports"
	"locklintcases/b06toldonce/redisstore"
)

// Locks makes the locks.
func Locks(rdb *redis.Client) ports.Locks { return redisstore.New(rdb) }
