// Package parcel prints labels for parcels, on a printer that others run. What the lab tries is one file for each rule; the
// repair of F is FFixed.
package parcel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"github.com/locklint/locklint/lab/lock"
)

const (
	printTime = 5 * time.Second // what the printer may take for a label
	lease     = 6 * time.Second // longer than that
	retry     = 20 * time.Millisecond
	freeTime  = 8 * time.Second
)

var compareAndDelete = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Service prints labels.
type Service struct {
	pg      *pgxpool.Pool
	rdb     *redis.Client
	leases  *redislock.Client
	client  *http.Client
	printer string
}

// New returns a Service that prints at the address printer.
func New(pg *pgxpool.Pool, rdb *redis.Client, printer string) *Service {
	return &Service{pg: pg, rdb: rdb, leases: redislock.New(rdb), client: &http.Client{Timeout: printTime}, printer: printer}
}

func parcelKey(parcel int64) string { return fmt.Sprintf("lock:parcel:%d", parcel) }

// batchLock guards the parcels that wait for their labels.
const batchLock = "lock:batch"

// take waits for key. It is the holder of token's for as long as the lease.
func (s *Service) take(ctx context.Context, key, token string) error {
	for {
		ok, err := s.rdb.SetNX(ctx, key, token, lease).Result()
		if err != nil || ok {
			return err
		}
		if err := wait(ctx); err != nil {
			return err
		}
	}
}

// wait lets some time pass between two tries.
func wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return errors.Join(lock.ErrBusy, ctx.Err())
	case <-time.After(retry):
		return nil
	}
}

// free gives key back if the holder of token still has it.
func (s *Service) free(ctx context.Context, key, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), freeTime)
	defer cancel()
	_ = compareAndDelete.Run(ctx, s.rdb, []string{key}, token).Err() // if it fails, the lease ends by itself
}

// print has a label printed.
func (s *Service) print(ctx context.Context, parcel int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/label/%d", s.printer, parcel), nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("parcel: the printer says %s", resp.Status)
	}
	return nil
}

// unprinted are the parcels without a label.
func (s *Service) unprinted(ctx context.Context) ([]int64, error) {
	rows, err := s.pg.Query(ctx, "select id from parcels where not sent order by id")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// printAll prints what is waiting.
func (s *Service) printAll(ctx context.Context) error {
	parcels, err := s.unprinted(ctx)
	if err != nil {
		return err
	}
	for _, parcel := range parcels {
		if err := s.print(ctx, parcel); err != nil {
			return err
		}
		if err := s.send(ctx, parcel); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) send(ctx context.Context, parcel int64) error {
	_, err := s.pg.Exec(ctx, "update parcels set sent = true where id = $1", parcel)
	return err
}
