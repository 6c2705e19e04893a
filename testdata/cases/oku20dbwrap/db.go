// Case oku20dbwrap: Begin of a wrapper takes the write mutex, Commit and Rollback end the transaction and then free it, once.
package oku20dbwrap

import (
	"context"
	"database/sql"
	"sync"
)

type DB struct {
	sync.Mutex
	*sql.DB
}

type Tx struct {
	*sql.Tx
	db   *DB
	once sync.Once
	done bool
}

func (d *DB) BeginWrite(ctx context.Context) (*Tx, error) {
	d.Lock()
	tx, err := d.DB.BeginTx(ctx, nil)
	if err != nil {
		d.Unlock()
		return nil, err
	}
	return &Tx{Tx: tx, db: d}, nil
}

func (t *Tx) Commit() error {
	err := t.Tx.Commit()
	t.release()
	return err
}

func (t *Tx) Rollback() error {
	err := t.Tx.Rollback()
	t.release()
	return err
}

func (t *Tx) release() {
	if t.done {
		return
	}
	t.done = true
	t.db.Unlock()
}

func Put(ctx context.Context, db *DB, k, v string) error {
	tx, err := db.BeginWrite(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "REPLACE INTO kv (k, v) VALUES (?, ?)", k, v); err != nil {
		return err
	}
	return tx.Commit()
}

// Session has the same with a func field.
type Session struct {
	tx     *sql.Tx
	unlock func()
}

func Open(ctx context.Context, db *DB) (*Session, error) {
	db.Lock()
	tx, err := db.DB.BeginTx(ctx, nil)
	if err != nil {
		db.Unlock()
		return nil, err
	}
	return &Session{tx: tx, unlock: sync.OnceFunc(db.Unlock)}, nil
}

func (s *Session) Put(ctx context.Context, k string) error {
	_, err := s.tx.ExecContext(ctx, "REPLACE INTO kv (k) VALUES (?)", k)
	return err
}

func (s *Session) End(ok bool) error {
	defer s.unlock()
	if !ok {
		return s.tx.Rollback()
	}
	return s.tx.Commit()
}

func PutSession(ctx context.Context, db *DB, k string) error {
	s, err := Open(ctx, db)
	if err != nil {
		return err
	}
	err = s.Put(ctx, k)
	if eerr := s.End(err == nil); eerr != nil {
		return eerr
	}
	return err
}
