// Case kt05caches: SET NX of a cache entry, of a session and of a profile names no lock; what is called a lock does, and
// what a function takes and deletes itself, and what somebody else's work is found by.
package kt05caches

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store keeps users.
type Store struct{ rdb *redis.Client }

// User is a user.
type User struct{ ID, Name string }

var errRunning = errors.New("already running")

// Get fills the cache where nobody did.
func (s *Store) Get(ctx context.Context, id string, load func(context.Context, string) (*User, error)) (*User, error) {
	u, err := load(ctx, id)
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(u)
	if err != nil {
		return nil, err
	}
	s.rdb.SetNX(ctx, "user:"+id, b, 5*time.Minute)
	return u, nil
}

// Invalidate empties it, and the list that was made of it.
func (s *Store) Invalidate(ctx context.Context, id string) error {
	return s.rdb.Del(ctx, "user:"+id, "users").Err()
}

// Fill fills it anew.
func (s *Store) Fill(ctx context.Context, id string, b []byte) error {
	s.rdb.SetNX(ctx, "user:"+id, b, 5*time.Minute)
	return s.rdb.Del(ctx, "list:"+id).Err()
}

// Refill fills it and empties another.
func (s *Store) Refill(ctx context.Context, id string, b []byte) error {
	if err := s.rdb.SetNX(ctx, "user:"+id, b, 5*time.Minute).Err(); err != nil {
		return err
	}
	return s.rdb.Del(ctx, "users:"+id).Err()
}

// Load gives back another lock than it took.
func (s *Store) Load(ctx context.Context, id, token string) error {
	ok, err := s.rdb.SetNX(ctx, "load:"+id, token, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), s.rdb, []string{"loads:" + id}, token) //bug:keytemplate/mismatch
	return s.rdb.HSet(ctx, "loaded", id, 1).Err()
}

// Login begins a session, Logout ends it.
func (s *Store) Login(ctx context.Context, sid, user string) (bool, error) {
	return s.rdb.SetNX(ctx, "session:"+sid, user, time.Hour).Result()
}

// Logout ends it.
func (s *Store) Logout(ctx context.Context, sid string) error {
	return s.rdb.Del(ctx, "session:"+sid).Err()
}

// LockUser and Touch take the lock of a user, whose key is called one.
func (s *Store) LockUser(ctx context.Context, id, token string) (bool, error) {
	return s.rdb.SetNX(ctx, "userlock:"+id, token, time.Minute).Result()
}

// Touch does too.
func (s *Store) Touch(ctx context.Context, id, token string) error {
	ok, err := s.rdb.SetNX(ctx, "userlock:"+id, token, time.Minute).Result() //bug:keytemplate/duplicate
	if err != nil || !ok {
		return err
	}
	return s.rdb.HSet(ctx, "touched", id, 1).Err()
}

// Import holds its key while it works: nothing but that says that it is a lock.
func (s *Store) Import(ctx context.Context, id, token string) error {
	ok, err := s.rdb.SetNX(ctx, "import:"+id, token, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), s.rdb, []string{"import:" + id}, token)
	return s.rdb.HSet(ctx, "imported", id, 1).Err()
}

// Export excludes it.
func (s *Store) Export(ctx context.Context, id, token string) error {
	key := "import:" + id //bug:keytemplate/duplicate
	ok, err := s.rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer release.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, token)
	return s.rdb.HSet(ctx, "exported", id, 1).Err()
}

// Start and Restart say that somebody is at work.
func (s *Store) Start(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "job:"+id, 1, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errRunning
	}
	return nil
}

// Restart too.
func (s *Store) Restart(ctx context.Context, id string) error {
	ok, err := s.rdb.SetNX(ctx, "job:"+id, 1, time.Minute).Result() //bug:keytemplate/duplicate
	if err != nil {
		return err
	}
	if !ok {
		return errRunning
	}
	return nil
}

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
