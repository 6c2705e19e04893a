// Case le09loops: paging and polling under a lease that nothing renews, and a loop over a number that takes longer than the
// lease lives; beside them loops that end.
package le09loops

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Catalog copies articles.
type Catalog struct {
	rs   *redsync.Redsync
	db   *sql.DB
	http *http.Client
}

// New returns a Catalog.
func New(rs *redsync.Redsync, db *sql.DB) *Catalog {
	return &Catalog{rs: rs, db: db, http: &http.Client{Timeout: 2 * time.Second}}
}

type page struct {
	Last  bool
	State string
}

func (c *Catalog) page(ctx context.Context, n int) (page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("https://erp.example/articles?page=%d", n), nil)
	if err != nil {
		return page{}, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return page{}, err
	}
	defer resp.Body.Close()
	var p page
	return p, json.NewDecoder(resp.Body).Decode(&p)
}

// Pages has as many rounds as there are pages.
func (c *Catalog) Pages(ctx context.Context) error {
	m := c.rs.NewMutex("lock:articles", redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil { //bug:leaseexpiry/unrenewed
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for n := 1; ; n++ {
		p, err := c.page(ctx, n)
		if err != nil {
			return err
		}
		if p.Last {
			return nil
		}
	}
}

// Ten pages are enough.
func (c *Catalog) Ten(ctx context.Context) error {
	m := c.rs.NewMutex("lock:articles", redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for n := 1; n <= 10; n++ {
		p, err := c.page(ctx, n)
		if err != nil {
			return err
		}
		if p.Last {
			return nil
		}
	}
	return nil
}

// Poll asks until the other side is ready.
func (c *Catalog) Poll(ctx context.Context) error {
	m := c.rs.NewMutex("lock:publish", redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil { //bug:leaseexpiry/unrenewed
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for {
		p, err := c.page(ctx, 0)
		if err != nil {
			return err
		}
		if p.State == "ready" {
			break
		}
		time.Sleep(time.Second)
	}
	_, err := c.db.ExecContext(ctx, "UPDATE catalogs SET state = 'public'")
	return err
}

// PollInTime gives up before the lease ends.
func (c *Catalog) PollInTime(ctx context.Context) error {
	m := c.rs.NewMutex("lock:publish", redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, 50*time.Second)
	defer cancel()
	for {
		p, err := c.page(ctx, 0)
		if err != nil {
			return err
		}
		if p.State == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Drain works off a queue in the database, a row in each round.
func (c *Catalog) Drain(ctx context.Context) error {
	m := c.rs.NewMutex("lock:queue", redsync.WithExpiry(30*time.Second))
	if err := m.LockContext(ctx); err != nil { //bug:leaseexpiry/unrenewed
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for {
		res, err := c.db.ExecContext(ctx, "DELETE FROM queue WHERE id = (SELECT min(id) FROM queue)")
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
	}
}

// Sum reads rows: that is one statement.
func (c *Catalog) Sum(ctx context.Context) (total int64, err error) {
	m := c.rs.NewMutex("lock:sum", redsync.WithExpiry(30*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return 0, err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	rows, err := c.db.QueryContext(ctx, "SELECT price FROM articles")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var price int64
		if err := rows.Scan(&price); err != nil {
			return 0, err
		}
		total += price
	}
	return total, rows.Err()
}

// Each takes the lock anew for every article.
func (c *Catalog) Each(ctx context.Context) error {
	for n := 1; ; n++ {
		m := c.rs.NewMutex(fmt.Sprintf("lock:article:%d", n), redsync.WithExpiry(10*time.Second))
		if err := m.LockContext(ctx); err != nil {
			return err
		}
		p, err := c.page(ctx, n)
		if _, unlockErr := m.UnlockContext(context.WithoutCancel(ctx)); err == nil {
			err = unlockErr
		}
		if err != nil || p.Last {
			return err
		}
	}
}

// Extends renews in each round, and looks.
func (c *Catalog) Extends(ctx context.Context) error {
	m := c.rs.NewMutex("lock:articles", redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for n := 1; ; n++ {
		if ok, err := m.ExtendContext(ctx); err != nil || !ok {
			return fmt.Errorf("lock lost: %w", err)
		}
		p, err := c.page(ctx, n)
		if err != nil {
			return err
		}
		if p.Last {
			return nil
		}
	}
}

// Retry waits for the lock in a loop, and works in another.
func (c *Catalog) Retry(ctx context.Context) error {
	m := c.rs.NewMutex("lock:retry", redsync.WithExpiry(30*time.Second))
	for {
		err := m.TryLockContext(ctx) //bug:leaseexpiry/unrenewed
		if err == nil {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for n := 1; ; n++ {
		p, err := c.page(ctx, n)
		if err != nil || p.Last {
			return err
		}
	}
}

// Number goes round ten times, 5 s in all: nothing in the loop can end it before.
func (c *Catalog) Number(ctx context.Context) error {
	m := c.rs.NewMutex("lock:number", redsync.WithExpiry(4800*time.Millisecond))
	if err := m.LockContext(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for range 10 {
		time.Sleep(500 * time.Millisecond)
	}
	_, err := c.db.ExecContext(ctx, "UPDATE catalogs SET state = 'public'")
	return err
}

// Numbered counts the rounds of the same loop, and may skip some.
func (c *Catalog) Numbered(ctx context.Context) error {
	m := c.rs.NewMutex("lock:number", redsync.WithExpiry(4800*time.Millisecond))
	if err := m.LockContext(ctx); err != nil { //bug:leaseexpiry/short
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for i := range 10 {
		if _, err := c.db.ExecContext(ctx, "UPDATE catalogs SET tries = $1", i); err == nil {
			continue
		}
		time.Sleep(500 * time.Millisecond)
	}
	return nil
}

// NumberInTime goes round ten times, and the lease lives a little longer than that.
func (c *Catalog) NumberInTime(ctx context.Context) error {
	m := c.rs.NewMutex("lock:number", redsync.WithExpiry(5200*time.Millisecond))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for range 10 {
		time.Sleep(500 * time.Millisecond)
	}
	_, err := c.db.ExecContext(ctx, "UPDATE catalogs SET state = 'public'")
	return err
}
