// Package claims has locks that are kept on purpose, and one that is not.
package claims

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

type store struct{ rdb *redis.Client }

func (s *store) work(ctx context.Context, id string) error { return s.rdb.Set(ctx, id, 1, 0).Err() }

func (s *store) leak(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "lock:"+id, "1", time.Minute).Result() // want `lock "lock:{}" is still held after the return of line 23: everybody else is shut out until it expires; .*early-return`
	if err != nil || !ok {
		return err
	}
	if err := s.work(ctx, id); err != nil {
		return err
	}
	return s.rdb.Del(ctx, "lock:"+id).Err()
}

// Silent: who finds another holder, or does not learn who it is, must not release the lock.
func (s *store) mine(ctx context.Context, id, token string) error {
	ok, err := s.rdb.SetNX(ctx, "mine:"+id, token, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	err = s.work(ctx, id)
	if holder, err := s.rdb.Get(ctx, "mine:"+id).Result(); err == nil && holder == token {
		s.rdb.Del(ctx, "mine:"+id)
	}
	return err
}

// It looks at another key.
func (s *store) others(ctx context.Context, id, token string) error {
	ok, err := s.rdb.SetNX(ctx, "others:"+id, token, time.Minute).Result() // want `early-return`
	if err != nil || !ok {
		return err
	}
	if holder, err := s.rdb.Get(ctx, "mine:"+id).Result(); err == nil && holder == token {
		return errors.New("has both")
	}
	return s.rdb.Del(ctx, "others:"+id).Err()
}

// once keeps the claim where the work is done, and drops it where it failed.
func (s *store) once(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "done:"+id, "1", time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	if err := s.work(ctx, id); err != nil {
		s.rdb.Del(ctx, "done:"+id)
		return err
	}
	return nil
}

// throttle never releases.
func (s *store) throttle(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "seen:"+id, "1", time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	return s.work(ctx, id)
}

// half drops the claim on one of two failing ways: claimonly tells so.
func (s *store) half(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "half:"+id, "1", time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	if err := s.work(ctx, "a"+id); err != nil {
		s.rdb.Del(ctx, "half:"+id)
		return err
	}
	if err := s.work(ctx, "b"+id); err != nil {
		return err
	}
	return nil
}

func strict(ctx context.Context, db *sql.DB, id string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO told (id) VALUES ($1)", id); err != nil {
		_ = tx.Rollback()
		return errors.New("failed")
	}
	return tx.Commit()
}

// told has no result; that it failed is known from the helper before it asks.
func (s *store) told(ctx context.Context, db *sql.DB, id string) {
	ok, err := s.rdb.SetNX(ctx, "told:"+id, "1", time.Hour).Result()
	if err != nil || !ok {
		return
	}
	if err := strict(ctx, db, id); err != nil {
		s.rdb.Del(ctx, "told:"+id)
	}
}
