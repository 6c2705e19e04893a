// Package retry is looked at with a retry window of two days.
package retry

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errDuplicate = errors.New("handled already")

type Store struct {
	rdb *redis.Client
	db  *sql.DB
}

func (s *Store) save(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO events (id) VALUES ($1)", id)
	return err
}

// Silent: a day is less.
func (s *Store) Day(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "event:"+id, "1", 24*time.Hour).Result()
	if err != nil || !ok {
		return errDuplicate
	}
	return s.save(ctx, id)
}

// A week is more.
func (s *Store) Week(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "event:"+id, "1", 7*24*time.Hour).Result() // want `stuck`
	if err != nil || !ok {
		return errDuplicate
	}
	return s.save(ctx, id)
}
