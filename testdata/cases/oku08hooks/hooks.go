// Case oku08hooks: releases are registered as hooks of several kinds that run after the end of the transaction.
package oku08hooks

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

type Tx struct {
	*sql.Tx
	onCommit   []func()
	onRollback []func()
}

func (t *Tx) OnCommit(f func())   { t.onCommit = append(t.onCommit, f) }
func (t *Tx) OnRollback(f func()) { t.onRollback = append(t.onRollback, f) }

func (t *Tx) Commit() error {
	err := t.Tx.Commit()
	for _, f := range t.onCommit {
		f()
	}
	return err
}

func (t *Tx) Rollback() error {
	err := t.Tx.Rollback()
	for _, f := range t.onRollback {
		f()
	}
	return err
}

type Store struct {
	db    *sql.DB
	locks *redislock.Client
}

func (s *Store) RunInTx(ctx context.Context, fn func(tx *Tx) error) error {
	raw, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	tx := &Tx{Tx: raw}
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (s *Store) lockInTx(ctx context.Context, tx *Tx, key string) error {
	l, err := s.locks.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return err
	}
	release := func() { _ = l.Release(context.WithoutCancel(ctx)) }
	tx.OnCommit(release)
	tx.OnRollback(release)
	return nil
}

func (s *Store) Add(ctx context.Context, name string) error {
	return s.RunInTx(ctx, func(tx *Tx) error {
		if err := s.lockInTx(ctx, tx, "add"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO names (name) VALUES ($1)", name)
		return err
	})
}

func (s *Store) AddHand(ctx context.Context, name string) error {
	raw, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	tx := &Tx{Tx: raw}
	if err := s.lockInTx(ctx, tx, "add"); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO names (name) VALUES ($1)", name); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
