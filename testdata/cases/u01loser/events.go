// Case u01loser: the store's Unlock deletes the key of whoever holds it, and two functions call it on the path on which they did not get the lock.
package u01loser

import (
	"context"
	"time"

	"locklintcases/u01loser/cache"
)

type dao struct{ store cache.Store }

func lockKey(id string) string { return cache.Key("events", "lock", id) }

func (d *dao) lockEvent(id string) (bool, error) {
	return d.store.Lock(lockKey(id), 30*time.Second, 3)
}

func (d *dao) unlockEvent(id string) error { return d.store.Unlock(lockKey(id)) }

// Service handles events.
type Service struct {
	dao   dao
	Cache cache.Store
	queue chan string
}

// Handle puts a busy event back, and goes on.
func (s *Service) Handle(ctx context.Context, id string, f func(context.Context, string) error) error {
	ok, err := s.dao.lockEvent(id) //may:uncheckedlock
	if err != nil {
		return err
	}
	defer s.dao.unlockEvent(id) //bug:blindunlock/plain-delete //may:leakedlock
	if !ok {
		s.queue <- id
	}
	return f(ctx, id)
}

// Take returns early where it is busy, but the unlock stands before that.
func (s *Service) Take(id string) (string, error) {
	key := cache.Key("events", "take", id, "lock")
	ok, err := s.Cache.Lock(key, 5*time.Second, 1) //may:uncheckedlock
	if err != nil {
		return "", err
	}
	defer func() { //bug:blindunlock/plain-delete //may:leakedlock
		_ = s.Cache.Unlock(key)
	}()
	if !ok {
		return "", nil
	}
	return id, nil
}

// Retry gets it right: only the holder unlocks.
func (s *Service) Retry(ctx context.Context, id string, f func(context.Context, string) error) error {
	ok, err := s.dao.lockEvent(id) //may:uncheckedlock
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	defer s.dao.unlockEvent(id)
	return f(ctx, id)
}
