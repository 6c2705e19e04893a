// Package lossy gives different things one key. A reader has to judge.
package lossy

import (
	"context"
	"hash/crc32"
	"hash/fnv"
	"strings"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
)

func certKey(name string) string {
	return "lock:cert:" + strings.ReplaceAll(strings.ToLower(name), "/", "_") // want `replaces characters \(strings.ReplaceAll\)`
}

func cert(ctx context.Context, locks *redislock.Client, name string) (*redislock.Lock, error) {
	return locks.Obtain(ctx, certKey(name), time.Second, nil)
}

func short(ctx context.Context, locks *redislock.Client, id string) (*redislock.Lock, error) {
	return locks.Obtain(ctx, "lock:short:"+id[:8], time.Second, nil) // want `cuts off the rest`
}

func hold(ctx context.Context, tx pgx.Tx, key int64) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", key)
	return err
}

func sum(ctx context.Context, tx pgx.Tx, id string) error {
	return hold(ctx, tx, int64(crc32.ChecksumIEEE([]byte("lock:sum:"+id)))) // want `is a hash of 32 bits`
}

func tenant(id string) int64 {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int64(h.Sum32()) // want `is a hash of 32 bits`
}

func rename(ctx context.Context, tx pgx.Tx, id string) error { return hold(ctx, tx, tenant(id)) }

// Silent: 64 bits.
func wide(ctx context.Context, tx pgx.Tx, id string) error {
	h := fnv.New64a()
	h.Write([]byte(id))
	return hold(ctx, tx, int64(h.Sum64()))
}
