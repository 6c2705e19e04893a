// Case okco03othersdrop: a claim is dropped where the work fails by means of which nothing is known, by a pipeline, UNLINK, a short life, or a goroutine.
package okco03othersdrop

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

type cache interface {
	Delete(ctx context.Context, key string) error
}

// Jobs are done once.
type Jobs struct {
	rdb *redis.Client
	c   cache
	w   interface {
		Do(ctx context.Context, id string) error
	}
	drop func(ctx context.Context, key string)
}

var errDone = errors.New("job was done")

// Interface hands the key to an interface.
func (s *Jobs) Interface(ctx context.Context, id string) error {
	key := "interface:" + id
	ok, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDone
	}
	if err := s.w.Do(ctx, id); err != nil {
		_ = s.c.Delete(ctx, key)
		return err
	}
	return nil
}

// Field hands it to a function in a field.
func (s *Jobs) Field(ctx context.Context, id string) error {
	key := "field:" + id
	ok, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDone
	}
	if err := s.w.Do(ctx, id); err != nil {
		s.drop(ctx, key)
		return err
	}
	return nil
}

// Pipeline deletes it in a pipeline.
func (s *Jobs) Pipeline(ctx context.Context, id string) error {
	key := "pipeline:" + id
	ok, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDone
	}
	if err := s.w.Do(ctx, id); err != nil {
		pipe := s.rdb.Pipeline()
		pipe.Del(ctx, key)
		_, _ = pipe.Exec(ctx)
		return err
	}
	return nil
}

// Unlinked unlinks it.
func (s *Jobs) Unlinked(ctx context.Context, id string) error {
	key := "unlinked:" + id
	ok, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDone
	}
	if err := s.w.Do(ctx, id); err != nil {
		s.rdb.Unlink(ctx, key)
		return err
	}
	return nil
}

// Shortened lets it end soon.
func (s *Jobs) Shortened(ctx context.Context, id string) error {
	key := "shortened:" + id
	ok, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDone
	}
	if err := s.w.Do(ctx, id); err != nil {
		s.rdb.Expire(ctx, key, time.Second)
		return err
	}
	return nil
}

// Started starts the deletion.
func (s *Jobs) Started(ctx context.Context, id string) error {
	key := "started:" + id
	ok, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDone
	}
	if err := s.w.Do(ctx, id); err != nil {
		go s.rdb.Del(context.Background(), key)
		return err
	}
	return nil
}
