// Package plain: the key that SET NX took is deleted, whoever set it.
package plain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Jobs struct{ rdb *redis.Client }

func (j *Jobs) work(context.Context) error { return nil }

func (j *Jobs) Deferred(ctx context.Context, id string) error {
	ok, err := j.rdb.SetNX(ctx, "lock:job:"+id, "1", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	/* timeline: acquire release */ defer j.rdb.Del(ctx, "lock:job:"+id) // want `lock "lock:job:{}" is released by deleting its key, whoever set it: after it expired, the next holder's lock is deleted; .* \(blindunlock/plain-delete\)`
	return j.work(ctx)
}

// A fresh token does not help if nobody compares it; and a lock needs no lock word where it is taken and freed around work.
func (j *Jobs) Explicit(ctx context.Context, id int, token string) error {
	key := fmt.Sprintf("run:%d", id)
	if !j.rdb.SetNX(ctx, key, token, time.Minute).Val() {
		return errBusy
	}
	err := j.work(ctx)
	j.rdb.Del(ctx, key) // want `plain-delete`
	return err
}

// In a deferred literal: at the defer.
func (j *Jobs) Literal(ctx context.Context, id string) error {
	if !j.rdb.SetNX(ctx, "lock:lit:"+id, "1", time.Minute).Val() {
		return errBusy
	}
	defer func() { // want `plain-delete`
		_ = j.rdb.Del(ctx, "lock:lit:"+id).Err()
	}()
	return j.work(ctx)
}

// A script that deletes without a look is no better.
func (j *Jobs) Script(ctx context.Context, id string) error {
	if !j.rdb.SetNX(ctx, "lock:script:"+id, "1", time.Minute).Val() {
		return errBusy
	}
	defer j.rdb.Eval(ctx, `return redis.call("DEL", KEYS[1])`, []string{"lock:script:" + id}) // want `plain-delete`
	return j.work(ctx)
}

var compareAndDelete = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

var deleteScript = redis.NewScript(`return redis.call("DEL", KEYS[1])`)

// The script is a package variable.
func (j *Jobs) Scripted(ctx context.Context, id, token string) error {
	if !j.rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Val() {
		return errBusy
	}
	defer deleteScript.Run(ctx, j.rdb, []string{"lock:job:" + id}) // want `plain-delete`
	return j.work(ctx)
}

var replaced = redis.NewScript(`return redis.call("DEL", KEYS[1])`)

// Replace makes the script another one: nobody knows which.
func Replace(script *redis.Script) { replaced = script }

// Silent: a script whose text is not known counts as one that compares.
func (j *Jobs) Replaced(ctx context.Context, id, token string) error {
	if !j.rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Val() {
		return errBusy
	}
	defer replaced.Run(ctx, j.rdb, []string{"lock:job:" + id}, token)
	return j.work(ctx)
}

// Fields has scripts in fields, each of which is assigned to once.
type Fields struct {
	jobs               *Jobs
	drop, extend, free *redis.Script
}

func newFields(j *Jobs) *Fields {
	return &Fields{
		jobs:   j,
		drop:   deleteScript,
		extend: redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`),
		free:   compareAndDelete,
	}
}

func (f *Fields) Dropped(ctx context.Context, id, token string) error {
	if !f.jobs.rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Val() {
		return errBusy
	}
	defer f.drop.Run(ctx, f.jobs.rdb, []string{"lock:job:" + id}) // want `plain-delete`
	return f.jobs.work(ctx)
}

// Silent: renewed, and freed by a script that compares.
func (f *Fields) Freed(ctx context.Context, id, token string) error {
	if !f.jobs.rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Val() {
		return errBusy
	}
	defer f.free.Run(ctx, f.jobs.rdb, []string{"lock:job:" + id}, token)
	f.extend.Run(ctx, f.jobs.rdb, []string{"lock:job:" + id}, token, 60_000)
	return f.jobs.work(ctx)
}

// Right: compared and deleted in one step.
func (j *Jobs) Owned(ctx context.Context, id, token string) error {
	if !j.rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Val() {
		return errBusy
	}
	defer compareAndDelete.Run(ctx, j.rdb, []string{"lock:job:" + id}, token)
	return j.work(ctx)
}

var fromFile string

// The text of the script is not in the source: it is taken to compare.
func (j *Jobs) Unseen(ctx context.Context, id string) error {
	if !j.rdb.SetNX(ctx, "lock:job:"+id, "1", time.Minute).Val() {
		return errBusy
	}
	defer j.rdb.Eval(ctx, fromFile, []string{"lock:job:" + id})
	return j.work(ctx)
}

// Nobody takes this key: it is data.
func (j *Jobs) Data(ctx context.Context, id string) error {
	return j.rdb.Del(ctx, "profile:"+id).Err()
}
