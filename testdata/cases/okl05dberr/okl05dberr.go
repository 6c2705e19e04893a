// Case okl05dberr: the database decides, and what its error means is asked in a package of its own.
package okl05dberr

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"locklintcases/okl05dberr/dberr"
)

// Coupons are given once to each customer.
type Coupons struct {
	mu  sync.Mutex
	db  *sql.DB
	rdb *redis.Client
}

func (c *Coupons) given(ctx context.Context, customer string) (n int, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT count(*) FROM coupons WHERE customer = $1", customer).Scan(&n)
	return n, err
}

func (c *Coupons) insert(ctx context.Context, customer string) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO coupons (customer) VALUES ($1)", customer)
	return err
}

// Give leaves the decision to the index: the mutex saves it work.
func (c *Coupons) Give(ctx context.Context, customer string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.given(ctx, customer)
	if err != nil || n > 0 {
		return err
	}
	if err := c.insert(ctx, customer); errors.Is(dberr.Map(err), dberr.ErrTaken) {
		return nil
	} else if err != nil {
		return err
	}
	return nil
}

// ServeHTTP keeps its key whatever happens: a second row cannot come to be.
func (c *Coupons) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, customer := r.Context(), r.PathValue("customer")
	ok, err := c.rdb.SetNX(ctx, "coupon:"+customer, 1, time.Hour).Result()
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if !ok {
		w.WriteHeader(http.StatusOK)
		return
	}
	if _, err := c.db.ExecContext(ctx, "INSERT INTO coupons (customer) VALUES ($1)", customer); dberr.Is(err, dberr.ErrTaken) {
		w.WriteHeader(http.StatusOK)
		return
	} else if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
