// Package coupon gives out coupons and redeems them. What the lab tries is one file for each rule; the repair of F is FFixed.
package coupon

import (
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/locklint/locklint/lab/lock"
)

// Service keeps the coupons.
type Service struct {
	pg    *pgxpool.Pool
	locks *lock.Locker
	mu    sync.Mutex
}

// New returns a Service.
func New(pg *pgxpool.Pool, locks *lock.Locker) *Service { return &Service{pg: pg, locks: locks} }

func customerKey(customer int64) string { return fmt.Sprintf("lock:customer:%d", customer) }
