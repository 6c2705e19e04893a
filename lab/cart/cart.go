// Package cart holds pieces back for customers who have not paid yet. What the lab tries is one file for each rule; the repair
// of F is FFixed.
package cart

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/lab/lock"
)

const (
	lease    = 20 * time.Second
	workTime = 10 * time.Second
	freeTime = 2 * time.Second
)

// ErrSoldOut tells that there are fewer pieces than asked for.
var ErrSoldOut = errors.New("cart: sold out")

// Service keeps the carts.
type Service struct {
	pg     *pgxpool.Pool
	locks  *lock.Locker
	leases *redislock.Client

	prices sync.RWMutex
	price  map[int64]int // guarded by prices
}

// New returns a Service.
func New(pg *pgxpool.Pool, rdb *redis.Client) *Service {
	return &Service{pg: pg, locks: lock.New(rdb), leases: redislock.New(rdb), price: map[int64]int{}}
}

func itemKey(item int64) string { return fmt.Sprintf("lock:item:%d", item) }

// querier is a pool or a connection.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

func pieces(ctx context.Context, q querier, item int64) (qty int, err error) {
	err = q.QueryRow(ctx, "select qty from stock where item = $1", item).Scan(&qty)
	return qty, err
}

// hold takes n pieces out of the stock. The caller sees to it that nobody else is at it.
func (s *Service) hold(ctx context.Context, item int64, n int) error {
	qty, err := pieces(ctx, s.pg, item)
	if err != nil {
		return err
	}
	if qty < n {
		return ErrSoldOut
	}
	_, err = s.pg.Exec(ctx, "update stock set qty = $1 where item = $2", qty-n, item)
	return err
}

// obtain takes a lease on an item.
func (s *Service) obtain(ctx context.Context, item int64) (*redislock.Lock, error) {
	l, err := s.leases.Obtain(ctx, itemKey(item), lease, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil, lock.ErrBusy
	}
	return l, err
}

// free gives a lease back, even when ctx is done.
func free(ctx context.Context, l *redislock.Lock) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), freeTime)
	defer cancel()
	_ = l.Release(ctx) // if it fails, the lease ends by itself
}
