// Case okmn11marker: a key that is set where it is absent and that nobody looks at or gives back is a mark, no lock: whether it was there does not matter.
package okmn11marker

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Users struct{ rdb *redis.Client }

func blockKey(user string) string { return "block:" + user }

func (u *Users) Block(ctx context.Context, user string) error {
	return u.rdb.SetNX(ctx, blockKey(user), time.Now().Unix(), 0).Err()
}

func (u *Users) Blocked(ctx context.Context, user string) (bool, error) {
	n, err := u.rdb.Exists(ctx, blockKey(user)).Result()
	return n > 0, err
}

func (u *Users) Unblock(ctx context.Context, user string) error {
	return u.rdb.Del(ctx, blockKey(user)).Err()
}

// FirstSeen keeps the time of the first visit.
func (u *Users) FirstSeen(ctx context.Context, user string, at time.Time) error {
	if err := u.rdb.SetNX(ctx, "users:first:"+user, at.Format(time.RFC3339), 30*24*time.Hour).Err(); err != nil {
		return err
	}
	return u.rdb.ZAdd(ctx, "users:recent", redis.Z{Score: float64(at.Unix()), Member: user}).Err()
}

// Defaults gives the settings that nobody has set yet.
func (u *Users) Defaults(ctx context.Context, settings map[string]string) error {
	for name, value := range settings {
		if _, err := u.rdb.SetNX(ctx, "settings:"+name, value, 0).Result(); err != nil {
			return err
		}
	}
	return nil
}

// Counter begins to count at a number.
func (u *Users) Counter(ctx context.Context, name string, start int64) (int64, error) {
	if err := u.rdb.SetNX(ctx, "count:"+name, start, time.Hour).Err(); err != nil {
		return 0, err
	}
	return u.rdb.Incr(ctx, "count:"+name).Result()
}
