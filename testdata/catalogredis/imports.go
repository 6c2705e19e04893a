// Package catalogredis imports the Redis clients and lock services that the catalogue describes, so that their
// versions are pinned here and the conformance test can load them.
package catalogredis

import (
	_ "cirello.io/dynamolock"
	_ "cirello.io/dynamolock/v2"
	_ "cirello.io/pglock"
	_ "github.com/cheerego/go-redisson"
	_ "github.com/go-redis/redis"
	_ "github.com/go-redis/redis/v7"
	_ "github.com/go-redis/redis/v8"
	_ "github.com/go-zookeeper/zk"
	_ "github.com/gomodule/redigo/redis"
	_ "github.com/hashicorp/consul/api"
	_ "github.com/redis/rueidis"
	_ "github.com/redis/rueidis/rueidislock"
)
