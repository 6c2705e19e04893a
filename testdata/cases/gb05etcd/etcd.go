// Case gb05etcd: etcd's mutex behind an election of a leader, and what becomes of it when the job stops.
package gb05etcd

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func jobKey(job string) string { return "/jobs/" + job }

type Cron struct {
	cli *clientv3.Client
	db  *sql.DB
}

func (c *Cron) run(ctx context.Context, job string) error {
	_, err := c.db.ExecContext(ctx, "UPDATE jobs SET ran = now() WHERE name = $1", job)
	return err
}

// Once cancels its own context before the release.
func (c *Cron) Once(ctx context.Context, job string) error {
	s, err := concurrency.NewSession(c.cli, concurrency.WithTTL(10))
	if err != nil {
		return err
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	m := concurrency.NewMutex(s, jobKey(job))
	if err := m.TryLock(ctx); err != nil {
		cancel()
		if errors.Is(err, concurrency.ErrLocked) {
			return nil
		}
		return err
	}
	defer m.Unlock(ctx) //bug:canceledunlock/own-cancel
	defer cancel()
	return c.run(ctx, job)
}

// Loop releases only when its context is done, on that context.
func (c *Cron) Loop(ctx context.Context, job string) error {
	s, err := concurrency.NewSession(c.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, jobKey(job))
	if err := m.Lock(ctx); err != nil {
		return err
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return m.Unlock(ctx) //bug:canceledunlock/after-done
		case <-s.Done():
			return errors.New("session lost")
		case <-tick.C:
			if err := c.run(ctx, job); err != nil {
				fmt.Println(err)
			}
		}
	}
}

// Stop is right: a context of its own, with a limit.
func (c *Cron) Stop(ctx context.Context, job string) error {
	s, err := concurrency.NewSession(c.cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, jobKey(job))
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = m.Unlock(ctx)
	}()
	return c.run(ctx, job)
}

// Busy tells nobody that another one is at it.
func (c *Cron) LockJob(ctx context.Context, m *concurrency.Mutex) error {
	err := m.TryLock(ctx) //bug:uncheckedlock/busy-as-success
	if errors.Is(err, concurrency.ErrLocked) {
		return nil
	}
	return err
}
