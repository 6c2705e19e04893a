// Package payment takes money for orders. What the lab tries is one file for each rule; the repair of F is FFixed.
package payment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/lab/lock"
)

const gatewayTime = 5 * time.Second

// ErrGateway tells that the gateway did not take the money.
var ErrGateway = errors.New("payment: the gateway failed")

// Service takes payments.
type Service struct {
	pg      *pgxpool.Pool
	rdb     *redis.Client
	locks   *lock.Locker
	client  *http.Client
	gateway string
}

// New returns a Service that charges at the address gateway.
func New(pg *pgxpool.Pool, rdb *redis.Client, gateway string) *Service {
	return &Service{pg: pg, rdb: rdb, locks: lock.New(rdb), client: &http.Client{Timeout: gatewayTime}, gateway: gateway}
}

func orderKey(order int64) string { return fmt.Sprintf("lock:order:%d", order) }

func accountKey(account int64) string { return fmt.Sprintf("lock:account:%d", account) }

// querier is a pool, a connection or a transaction.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
}

// settle pays an order that is not paid yet. The caller sees to it that nobody else is at it.
func (s *Service) settle(ctx context.Context, q querier, order int64) error {
	var paid bool
	if err := q.QueryRow(ctx, "select paid from orders where id = $1", order).Scan(&paid); err != nil || paid {
		return err
	}
	if err := s.charge(ctx, order); err != nil {
		return err
	}
	if _, err := q.Exec(ctx, "insert into payments (order_id, cents) values ($1, 100)", order); err != nil {
		return err
	}
	_, err := q.Exec(ctx, "update orders set paid = true where id = $1", order)
	return err
}

// charge has the gateway take the money.
func (s *Service) charge(ctx context.Context, order int64) error {
	body := bytes.NewBufferString(fmt.Sprintf(`{"order": %d}`, order))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.gateway+"/charge", body)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("%w: %s", ErrGateway, resp.Status)
	}
	return nil
}

// credit adds to an account. The caller sees to it that nobody else is at it.
func (s *Service) credit(ctx context.Context, account int64, cents int) error {
	var has int
	if err := s.pg.QueryRow(ctx, "select cents from accounts where id = $1", account).Scan(&has); err != nil {
		return err
	}
	_, err := s.pg.Exec(ctx, "update accounts set cents = $1 where id = $2", has+cents, account)
	return err
}
