package main

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

// Hold widens a window of time: whoever comes to a point waits there until others have come to one, too. When they do not come
// in time, the hold is over for good, and who comes later passes. In the faulty function they do come, and may take their time.
// In the mended one they cannot.
//
// A point is "before" or "after" and the beginning of what goes to a server: "after sql select qty", "before redis del lock:",
// "before http POST /charge".
type Hold struct {
	At       string
	Nth      int           // only the Nth that comes there waits; 0: all
	Until    string        // where others must come; "": At
	Count    int           // how many must have come; 0: no number is enough, so that all wait for Patience
	Patience time.Duration // how long they may be missing; 0: as long as they like in the faulty function, not long in the mended one

	Then func(ctx context.Context, r *Rig) // what happens to who waits, before they do; may be nil
}

const (
	asTheyLike = 20 * time.Second
	notLong    = 2 * time.Second
	poll       = 10 * time.Millisecond
)

// holds are those of e, with the patience that one of its two functions needs.
func (e Experiment) holds(v Variant) []Hold {
	all := slices.Clone(e.Holds)
	for i := range all {
		if all[i].Patience == 0 && v.faulty {
			all[i].Patience = asTheyLike
		} else if all[i].Patience == 0 {
			all[i].Patience = notLong
		}
	}
	return all
}

// holds counts, in Redis and so for all processes of a run, who has come where.
type holds struct {
	rig     *Rig
	counter *redis.Client // without hooks
	all     []Hold
}

// reach tells that a client is at point. It returns when no hold keeps it there any longer, or the client itself goes.
func (h *holds) reach(ctx context.Context, point string) {
	own := context.WithoutCancel(ctx) // a client that has gone was there all the same
	for i, hold := range h.all {
		until := hold.Until
		if until == "" {
			until = hold.At
		}
		key := fmt.Sprintf("lab:hold:%d:", i)
		if strings.HasPrefix(point, until) {
			h.counter.Incr(own, key+"come")
		}
		if !strings.HasPrefix(point, hold.At) {
			continue
		}
		if nth := h.counter.Incr(own, key+"held").Val(); hold.Nth == 0 || nth == int64(hold.Nth) {
			if hold.Then != nil {
				hold.Then(own, h.rig)
			}
			h.wait(ctx, hold, key)
		}
	}
}

func (h *holds) wait(ctx context.Context, hold Hold, key string) {
	own := context.WithoutCancel(ctx)
	for end := time.Now().Add(hold.Patience); time.Now().Before(end); time.Sleep(poll) {
		state := h.counter.MGet(own, key+"come", key+"over").Val()
		if len(state) < 2 || state[1] != nil || ctx.Err() != nil {
			return
		}
		text, _ := state[0].(string)
		if come, _ := strconv.Atoi(text); hold.Count > 0 && come >= hold.Count {
			return
		}
	}
	if hold.Count > 0 {
		h.counter.Set(own, key+"over", 1, 0)
	}
}

// reached waits until somebody is kept by a hold, the nth of the experiment.
func (r *Rig) reached(ctx context.Context, nth int) error {
	for ; ctx.Err() == nil; time.Sleep(poll) {
		if held, _ := r.holds.counter.Get(ctx, fmt.Sprintf("lab:hold:%d:held", nth)).Int(); held > 0 {
			return nil
		}
	}
	return ctx.Err()
}

// inVain are the seconds for which somebody was kept by a hold, the nth of the experiment, and nobody came.
func (r *Rig) inVain(ctx context.Context, nth int) (int, error) {
	over, err := r.holds.counter.Exists(ctx, fmt.Sprintf("lab:hold:%d:over", nth)).Result()
	return int(over) * int(r.holds.all[nth].Patience/time.Second), err
}

type statement struct{} // the key of a statement's text in a context

// TraceQueryStart makes holds a pgx.QueryTracer.
func (h *holds) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	text := "sql " + strings.ToLower(strings.Join(strings.Fields(data.SQL), " "))
	h.reach(ctx, "before "+text)
	return context.WithValue(ctx, statement{}, text)
}

// TraceQueryEnd is called when the rows of an answer are read.
func (h *holds) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	text, _ := ctx.Value(statement{}).(string)
	h.reach(ctx, "after "+text)
}

// DialHook makes holds a redis.Hook.
func (h *holds) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

// ProcessHook is for single commands.
func (h *holds) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		text := "redis " + cmd.Name()
		if args := cmd.Args(); len(args) > 1 {
			text += fmt.Sprint(" ", args[1])
		}
		h.reach(ctx, "before "+text)
		err := next(ctx, cmd)
		h.reach(ctx, "after "+text)
		return err
	}
}

// ProcessPipelineHook is for pipelines, which no experiment holds.
func (h *holds) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}
