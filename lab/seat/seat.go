// Package seat sells the seats of shows. What the lab tries is one file for each rule; the repair of F is FFixed.
package seat

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/locklint/locklint/lab/lock"
)

// Service sells.
type Service struct {
	pg    *pgxpool.Pool
	locks *lock.Locker
}

// New returns a Service.
func New(pg *pgxpool.Pool, locks *lock.Locker) *Service { return &Service{pg: pg, locks: locks} }

// showKey was "lock:show:" once. The lab tells locklint that the keys of this package come from here.
func showKey(show int64) string { return fmt.Sprintf("lock:v2:show:%d", show) }

// take takes a seat. The caller sees to it that nobody else is at it.
func (s *Service) take(ctx context.Context, show int64) error {
	var free int
	if err := s.pg.QueryRow(ctx, "select qty from stock where item = $1", show).Scan(&free); err != nil {
		return err
	}
	_, err := s.pg.Exec(ctx, "update stock set qty = $1 where item = $2", free-1, show)
	return err
}
