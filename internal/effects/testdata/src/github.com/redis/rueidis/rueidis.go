// Package rueidis is a stub.
package rueidis

import (
	"context"

	"github.com/redis/rueidis/internal/cmds"
)

type (
	Builder   = cmds.Builder
	Completed = cmds.Completed
)

type RedisResult struct{ err error }

func (r RedisResult) AsBool() (bool, error)     { return false, r.err }
func (r RedisResult) ToString() (string, error) { return "", r.err }
func (r RedisResult) Error() error              { return r.err }

type CoreClient interface {
	B() Builder
	Do(ctx context.Context, cmd Completed) RedisResult
	DoMulti(ctx context.Context, multi ...Completed) []RedisResult
}

type Client interface {
	CoreClient
	Mode() string
}

func IsRedisNil(err error) bool { return false }
