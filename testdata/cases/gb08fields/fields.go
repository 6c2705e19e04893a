// Case gb08fields: a lock that lives in a field, taken by one method and given back by another.
package gb08fields

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

// Job holds its lock from Start to Stop.
type Job struct {
	c    *redislock.Client
	rdb  *redis.Client
	lock *redislock.Lock
	mu   sync.Mutex
	n    int
}

// Start is right: Stop gives the lock back.
func (j *Job) Start(ctx context.Context) (err error) {
	j.lock, err = j.c.Obtain(ctx, "job", time.Minute, nil)
	return err
}

// Stop gives it back.
func (j *Job) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return j.lock.Release(ctx)
}

// Run forgets Stop.
func (j *Job) Run(ctx context.Context) error {
	if err := j.Start(ctx); err != nil { //bug:leakedlock/early-return
		return err
	}
	if err := j.rdb.Incr(ctx, "runs").Err(); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	return j.Stop()
}

// RunAnyway does not look.
func (j *Job) RunAnyway(ctx context.Context) error {
	if err := j.Start(ctx); err != nil { //bug:uncheckedlock/fallthrough
		fmt.Println("start:", err)
	}
	defer j.Stop()
	return j.rdb.Incr(ctx, "runs").Err()
}

// Count is right: panics do not matter, nobody recovers here.
func (j *Job) Count() int {
	j.mu.Lock()
	j.n++
	if j.n < 0 {
		panic("overflow")
	}
	n := j.n
	j.mu.Unlock()
	return n
}

// Each goes on with the lock of a round.
func (j *Job) Each(ctx context.Context, keys []string) error {
	var errs []error
	for _, k := range keys {
		l, err := j.c.Obtain(ctx, "key:"+k, time.Minute, nil) //bug:leakedlock/early-return
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if n, err := j.rdb.Exists(ctx, k).Result(); err != nil || n == 0 {
			continue
		}
		errs = append(errs, j.rdb.Incr(ctx, k).Err(), l.Release(context.Background()))
	}
	return errors.Join(errs...)
}

// Optional is right: without a client there is nothing to lock.
func (j *Job) Optional(ctx context.Context) error {
	if j.c != nil {
		l, err := j.c.Obtain(ctx, "optional", time.Minute, nil)
		if err != nil {
			return err
		}
		defer func() { _ = l.Release(context.Background()) }()
	}
	return j.rdb.Incr(ctx, "runs").Err()
}

// Try gives up quietly.
func (j *Job) Try() bool {
	if !j.mu.TryLock() {
		return false
	}
	defer j.mu.Unlock()
	j.n++
	return true
}

// TryWrong unlocks what it does not have.
func (j *Job) TryWrong() {
	j.mu.TryLock() //bug:uncheckedlock/ignored
	j.n++
	j.mu.Unlock()
}
