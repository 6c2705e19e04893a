// Case d02deferlock: `defer lock(key)()` in front of and behind the deferred commit of a helper in another package.
package d02deferlock

import (
	"context"
	"database/sql"
	"hash/fnv"
	"sync"

	"locklintcases/d02deferlock/txs"
)

const shards = 64

type striped [shards]sync.Mutex

func (s *striped) lock(key string) func() {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key))
	m := &s[h.Sum32()%shards]
	m.Lock()
	return m.Unlock
}

type Users struct {
	db    *sql.DB
	locks striped
}

func (u *Users) Rename(ctx context.Context, id, name string) (err error) {
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer txs.End(tx, &err)
	defer u.locks.lock(id)() //bug:unlockbeforecommit/defer-order
	_, err = tx.ExecContext(ctx, "UPDATE users SET name = $2 WHERE id = $1", id, name)
	return err
}

func (u *Users) RenameRight(ctx context.Context, id, name string) (err error) {
	defer u.locks.lock(id)()
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer txs.End(tx, &err)
	_, err = tx.ExecContext(ctx, "UPDATE users SET name = $2 WHERE id = $1", id, name)
	return err
}
