package section

import (
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// maxKeys bounds the uses of keys that are noted of one function.
const maxKeys = 128

// use notes that a lock is taken or given back by a key. A function in which nothing else happens has no path,
// and its key still counts.
func (w *walker) use(e Event) {
	if e.Kind != summary.Acquire && e.Kind != summary.Release || e.Lock.Key == nil || len(w.fn.Keys) >= maxKeys {
		return
	}
	id := e.identity()
	if !slices.ContainsFunc(w.fn.Keys, func(o Event) bool { return o.identity() == id }) {
		w.fn.Keys = append(w.fn.Keys, e)
	}
}

// useAll notes the caller's keys by which a callee locks.
func (w *walker) useAll(c *config, cases []Case, f frame) {
	for i, k := range cases {
		if i > 0 && slices.EqualFunc(k.Keys, cases[i-1].Keys, func(a, b Event) bool { return a.identity() == b.identity() }) {
			continue // those of one function
		}
		for _, e := range k.Keys {
			if e = w.arrive(c, e, f); e.Kind == 0 {
				w.useText(c, e)
			} else {
				w.use(e)
			}
		}
	}
}

// maxCallersKeys bounds how many keys a caller is told of.
const maxCallersKeys = 8

// callersKeys are the uses of keys that a caller had a part in.
func (w *walker) callersKeys() []Event {
	var out []Event
	for _, e := range w.fn.Keys {
		if key := e.Lock.Key; len(out) < maxCallersKeys && key.Has(summary.Param, summary.Free) && !key.Has(summary.Local) {
			handle := e.Lock.Handle
			if handle != nil { // it is there, and no caller can know which
				handle = summary.FreshOf(0)
			}
			e.Event = summary.Event{Kind: e.Kind, Lock: summary.Lock{Kind: e.Lock.Kind, Handle: handle, Key: key}, Blind: e.Blind, Assume: e.Assume, Via: e.Via}
			e.result, e.id = nil, ""
			out = append(out, e)
		}
	}
	return append(out, w.texts()...)
}

// texts are the statements whose text is a caller's.
func (w *walker) texts() []Event {
	var out []Event
	for _, e := range w.fn.texts {
		if e.Func.Has(summary.Param, summary.Free) && !e.Func.Has(summary.Local) && len(out) < maxCallersKeys {
			e.Event, e.id = summary.Event{Func: e.Func, Args: e.Args, Via: e.Via}, ""
			if a := e.Args[0]; a == nil || a.Has(summary.Local) {
				e.Args = []*summary.Expr{nil}
			}
			out = append(out, e)
		}
	}
	return out
}

// useText notes the locks in the text of a statement that a callee runs, with its arguments.
func (w *walker) useText(c *config, e Event) {
	if e.Func == nil || len(e.Args) != 1 {
		return
	}
	pattern := e.Func.Pattern()
	if pattern == "" {
		if len(w.fn.texts) < maxKeys {
			w.fn.texts = append(w.fn.texts, e)
		}
		return
	}
	for _, st := range sqltext.Parse(pattern) {
		for _, call := range st.Locks {
			use := e
			use.Event, use.id = summary.Event{Kind: summary.Acquire, Via: e.Via}, ""
			if call.Release {
				use.Kind = summary.Release
			}
			use.Lock = summary.Lock{Kind: catalog.Session, Key: lockKeyOf(call, elements(c, e.Args[0]))}
			if call.Scope == sqltext.Transaction {
				use.Lock.Kind = catalog.Transaction
			}
			w.use(use)
		}
	}
}
