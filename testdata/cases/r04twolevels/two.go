// Case r04twolevels: WithUserLock calls WithLock; the transaction's repository method is passed as a method value.
package r04twolevels

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

type Mutexes struct{ m sync.Map }

func (m *Mutexes) WithLock(key string, fn func() error) error {
	v, _ := m.m.LoadOrStore(key, &sync.RWMutex{})
	mu := v.(*sync.RWMutex)
	mu.Lock()
	defer mu.Unlock()
	return fn()
}

func (m *Mutexes) WithUserLock(id int64, fn func() error) error {
	return m.WithLock(fmt.Sprintf("user:%d", id), fn)
}

type userTx struct {
	ctx context.Context
	tx  *sql.Tx
	id  int64
}

func (u *userTx) touch() error {
	_, err := u.tx.ExecContext(u.ctx, "UPDATE users SET seen = now() WHERE id = $1", u.id)
	return err
}

type Users struct {
	db *sql.DB
	mu *Mutexes
}

func (u *Users) inTx(ctx context.Context, fn func(*sql.Tx) error) (err error) {
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	err = fn(tx)
	return
}

func (u *Users) Touch(ctx context.Context, id int64) error {
	return u.inTx(ctx, func(tx *sql.Tx) error {
		t := &userTx{ctx: ctx, tx: tx, id: id}
		return u.mu.WithUserLock(id, t.touch) //bug:unlockbeforecommit/caller
	})
}

func (u *Users) TouchRight(ctx context.Context, id int64) error {
	return u.mu.WithUserLock(id, func() error {
		return u.inTx(ctx, func(tx *sql.Tx) error {
			t := &userTx{ctx: ctx, tx: tx, id: id}
			return t.touch()
		})
	})
}
