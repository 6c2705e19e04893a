// Case u01requeued: where another replica holds the event, it is put back into the queue, and then worked on all the same; a script's answer and an error are dropped.
package u01requeued

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("event is being handled")

const take = `if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then redis.call("PEXPIRE", KEYS[1], 30000) return 1 end return 0`

// Events are handled by one replica each.
type Events struct{ rdb *redis.Client }

func (e *Events) lock(ctx context.Context, id string) (ok bool, err error) {
	for range 3 {
		ok, err = e.rdb.SetNX(ctx, "lock:event:"+id, "true", 30*time.Second).Result()
		if err == nil && ok {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return ok, err
}

func (e *Events) unlock(id string) { e.rdb.Del(context.Background(), "lock:event:"+id) } //may:blindunlock //may:keytemplate

func (e *Events) save(ctx context.Context, id string) error {
	return e.rdb.HSet(ctx, "event:"+id, "state", "done").Err()
}

// Requeued forgets to return.
func (e *Events) Requeued(ctx context.Context, id string) error {
	ok, err := e.lock(ctx, id) //bug:uncheckedlock/fallthrough
	if err != nil {
		return err
	}
	if !ok {
		if err := e.rdb.LPush(ctx, "events", id).Err(); err != nil {
			return err
		}
	}
	defer e.unlock(id) //may:blindunlock
	return e.save(ctx, id)
}

// Returned does not.
func (e *Events) Returned(ctx context.Context, id string) error {
	ok, err := e.lock(ctx, id)
	if err != nil {
		return err
	}
	if !ok {
		return e.rdb.LPush(ctx, "events", id).Err()
	}
	defer e.unlock(id)
	return e.save(ctx, id)
}

// Scripted looks at the error alone.
func (e *Events) Scripted(ctx context.Context, id string) error {
	if err := e.rdb.Eval(ctx, take, []string{"lock:event:" + id}, "me").Err(); err != nil { //bug:uncheckedlock/ignored //may:keytemplate
		return err
	}
	defer e.unlock(id)
	return e.save(ctx, id)
}

// ScriptedLooked looks at the answer too.
func (e *Events) ScriptedLooked(ctx context.Context, id string) error {
	got, err := e.rdb.Eval(ctx, take, []string{"lock:event:" + id}, "me").Int() //may:keytemplate
	if err != nil {
		return err
	}
	if got != 1 {
		return errBusy
	}
	defer e.unlock(id)
	return e.save(ctx, id)
}
