// Case u01lost: nobody listens when an etcd session or a Consul lock is lost, while the work goes on and on.
package u01lost

import (
	"context"
	"database/sql"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func drain(ctx context.Context, db *sql.DB) error {
	for {
		res, err := db.ExecContext(ctx, "DELETE FROM jobs WHERE done LIMIT 100")
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
	}
}

func free(m *concurrency.Mutex) { _ = m.Unlock(context.Background()) }

// Drain works beside the next holder when its session is lost.
func Drain(ctx context.Context, cli *clientv3.Client, db *sql.DB) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/drain")
	if err := m.Lock(ctx); err != nil { //bug:leaseexpiry/lost-ignored
		return err
	}
	defer free(m)
	return drain(ctx, db)
}

// DrainWatched ends with its session.
func DrainWatched(ctx context.Context, cli *clientv3.Client, db *sql.DB) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/drain")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer free(m)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-s.Done():
			stop()
		case <-ctx.Done():
		}
	}()
	return drain(ctx, db)
}

// Mark does one thing: it has ended before the session can.
func Mark(ctx context.Context, cli *clientv3.Client, db *sql.DB) error {
	s, err := concurrency.NewSession(cli)
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/drain")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer free(m)
	_, err = db.ExecContext(ctx, "UPDATE state SET drained = now()")
	return err
}
