// Package volatile takes locks that nobody else can ever wait for.
package volatile

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"time"

	"github.com/bsm/redislock"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Service struct {
	locks *redislock.Client
	rdb   *redis.Client
}

func (s *Service) bucket(ctx context.Context, id string) (*redislock.Lock, error) {
	now := time.Now().Unix() / 5
	key := fmt.Sprintf("lock:feature:%s:%d", id, now) // want `lock key "lock:feature:\{\}:\{\}" depends on time.Now: two holders a moment apart`
	return s.locks.Obtain(ctx, key, time.Second, nil)
}

func (s *Service) fresh(ctx context.Context) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, "lock:"+uuid.New().String(), time.Second, nil) // want `depends on uuid.New: each caller takes a lock of its own`
}

func (s *Service) chance(ctx context.Context) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, "lock:"+strconv.Itoa(rand.Intn(10)), time.Second, nil) // want `depends on rand.Intn`
}

func (s *Service) process(ctx context.Context) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, fmt.Sprint("lock:p", os.Getpid()), time.Second, nil) // want `depends on os.Getpid: each process`
}

func hostKey(id string) string {
	host, _ := os.Hostname()
	return "lock:" + host + ":" + id // want `depends on os.Hostname`
}

func (s *Service) host(ctx context.Context, id string) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, hostKey(id), time.Second, nil)
}

// The field is set to nothing else.
type Worker struct {
	id    string
	group string
	locks *redislock.Client
}

func NewWorker(locks *redislock.Client, group string) *Worker {
	return &Worker{id: uuid.New().String(), group: group, locks: locks}
}

func (w *Worker) own(ctx context.Context) (*redislock.Lock, error) {
	return w.locks.Obtain(ctx, "lock:worker:"+w.id, time.Second, nil) // want `depends on uuid.New`
}

// Silent: a field that a caller sets.
func (w *Worker) shared(ctx context.Context) (*redislock.Lock, error) {
	return w.locks.Obtain(ctx, "lock:group:"+w.group, time.Second, nil)
}

// Silent: the token is what must be fresh.
func (s *Service) token(ctx context.Context, id string) error {
	return s.rdb.SetNX(ctx, "lock:token:"+id, uuid.NewString(), time.Second).Err()
}

// Silent: a marker that something was done today, which nobody gives back.
func (s *Service) today(ctx context.Context) error {
	return s.rdb.SetNX(ctx, "report:"+time.Now().Format("2006-01-02"), "1", 24*time.Hour).Err()
}
