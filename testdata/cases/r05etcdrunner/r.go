// Case r05etcdrunner: an etcd lock runner with a session of its own, inside an sqlx transaction closure; a void callback writes its result outside.
package r05etcdrunner

import (
	"context"
	"log"

	"github.com/jmoiron/sqlx"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type Locker struct{ cli *clientv3.Client }

func (l *Locker) Run(ctx context.Context, name string, fn func()) error {
	s, err := concurrency.NewSession(l.cli, concurrency.WithTTL(10), concurrency.WithContext(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "/lock/"+name)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer func() {
		if err := m.Unlock(context.WithoutCancel(ctx)); err != nil {
			log.Println(err)
		}
	}()
	fn()
	return nil
}

func Transact(db *sqlx.DB, fn func(tx *sqlx.Tx) error) error {
	tx, err := db.Beginx()
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func Save(ctx context.Context, db *sqlx.DB, l *Locker, name string) error {
	return Transact(db, func(tx *sqlx.Tx) error {
		var err error
		if lerr := l.Run(ctx, name, func() { //bug:unlockbeforecommit/caller
			_, err = tx.Exec("UPDATE names SET n = n + 1 WHERE name = ?", name)
		}); lerr != nil {
			return lerr
		}
		return err
	})
}

func SaveRight(ctx context.Context, db *sqlx.DB, l *Locker, name string) error {
	var err error
	if lerr := l.Run(ctx, name, func() {
		err = Transact(db, func(tx *sqlx.Tx) error {
			_, err := tx.Exec("UPDATE names SET n = n + 1 WHERE name = ?", name)
			return err
		})
	}); lerr != nil {
		return lerr
	}
	return err
}
