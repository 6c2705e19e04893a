// Case en04session: session locks of PostgreSQL and a mutex around what ent reads and writes.
package en04session

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"sync"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/bsm/redislock"

	"locklintcases/okenclient/ent"
	"locklintcases/okenclient/ent/stock"
)

// Nightly opens a client of its own: a pool.
func Nightly(ctx context.Context, db *sql.DB) error {
	client := ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, db)))
	if _, err := client.ExecContext(ctx, "SELECT pg_advisory_lock(4711)"); err != nil { //bug:pooledlock/pool
		return err
	}
	defer client.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(4711)") //bug:uncheckedlock/row-dropped
	return client.Stock.Update().Where(stock.QtyLT(0)).SetQty(0).Exec(ctx)
}

// Shop sells.
type Shop struct {
	mu     sync.Mutex
	client *ent.Client
}

// Sell reads, computes and writes under a mutex that other replicas do not know.
func (s *Shop) Sell(ctx context.Context, sku string, n int) error {
	s.mu.Lock() //bug:localmutex/read-modify-write
	defer s.mu.Unlock()
	row, err := s.client.Stock.Query().Where(stock.Sku(sku)).Only(ctx)
	if err != nil {
		return err
	}
	return s.client.Stock.UpdateOneID(row.ID).SetQty(row.Qty - n).Exec(ctx)
}

// Create asks whether there is one before it makes one.
func (s *Shop) Create(ctx context.Context, sku string) error {
	s.mu.Lock() //bug:localmutex/check-then-write
	defer s.mu.Unlock()
	there, err := s.client.Stock.Query().Where(stock.Sku(sku)).Exist(ctx)
	if err != nil {
		return err
	}
	if there {
		return errors.New("exists")
	}
	return s.client.Stock.Create().SetSku(sku).SetQty(0).Exec(ctx)
}

// Guarded leaves the check to the database, and looks at how many rows were changed.
func (s *Shop) Guarded(ctx context.Context, sku string, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	row, err := s.client.Stock.Query().Where(stock.Sku(sku)).Only(ctx)
	if err != nil {
		return err
	}
	if row.Qty < n {
		return errors.New("sold out")
	}
	changed, err := s.client.Stock.Update().Where(stock.ID(row.ID), stock.QtyGTE(n)).AddQty(-n).Save(ctx)
	if err == nil && changed == 0 {
		err = errors.New("sold out meanwhile")
	}
	return err
}

// Late decides by what it read before the lock, and writes it.
func (s *Shop) Late(ctx context.Context, locker *redislock.Client, id, n int) error {
	row, err := s.client.Stock.Get(ctx, id)
	if err != nil {
		return err
	}
	lock, err := locker.Obtain(ctx, "lock:stock:"+strconv.Itoa(id), time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	up := s.client.Stock.UpdateOneID(id)
	up.SetQty(row.Qty - n)
	return up.Exec(ctx) //bug:staleread/value
}
