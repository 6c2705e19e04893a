// Case p15leases: leases of every kind are given back before the commit: SET NX with a script, redsync, Consul's lock, etcd's mutex.
package p15leases

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/google/uuid"
	capi "github.com/hashicorp/consul/api"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

const unlockScript = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`

var unlock = redis.NewScript(unlockScript)

type S struct {
	db  *sql.DB
	rdb redis.UniversalClient
	rs  *redsync.Redsync
	co  *capi.Client
	et  *clientv3.Client
}

func work(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}

func (s *S) NX(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	key, token := fmt.Sprintf("lock:doc:%d", id), uuid.NewString()
	ok, err := s.rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	err = work(ctx, tx, id)
	if uerr := unlock.Run(ctx, s.rdb, []string{key}, token).Err(); uerr != nil && err == nil { //bug:unlockbeforecommit/order
		err = uerr
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *S) Redsync(ctx context.Context, id int64) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	m := s.rs.NewMutex(fmt.Sprintf("doc:%d", id), redsync.WithExpiry(time.Minute))
	if err = m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/defer-order
	return work(ctx, tx, id)
}

func (s *S) Consul(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	l, err := s.co.LockKey(fmt.Sprintf("doc/%d", id))
	if err != nil {
		return err
	}
	lost, err := l.Lock(ctx.Done())
	if err != nil {
		return err
	}
	if lost == nil {
		return errors.New("busy")
	}
	if err := work(ctx, tx, id); err != nil {
		_ = l.Unlock()
		return err
	}
	if err := l.Unlock(); err != nil { //bug:unlockbeforecommit/order
		return err
	}
	return tx.Commit()
}

func (s *S) Etcd(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ses, err := concurrency.NewSession(s.et, concurrency.WithTTL(30))
	if err != nil {
		return err
	}
	defer ses.Close()
	m := concurrency.NewMutex(ses, fmt.Sprintf("/doc/%d", id))
	if err := m.Lock(ctx); err != nil {
		return err
	}
	err = work(ctx, tx, id)
	_ = m.Unlock(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

// Locker is etcd's sync.Locker.
func (s *S) Locker(ctx context.Context, ses *concurrency.Session, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	l := concurrency.NewLocker(ses, "/docs")
	l.Lock()
	err = work(ctx, tx, id)
	l.Unlock() //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}

// Set is SetArgs with NX.
func (s *S) Set(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	key, token := fmt.Sprintf("lock:doc:%d", id), uuid.NewString() //may:keytemplate
	if err := s.rdb.SetArgs(ctx, key, token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); err != nil {
		return err
	}
	err = work(ctx, tx, id)
	s.rdb.Eval(ctx, unlockScript, []string{key}, token) //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit()
}
