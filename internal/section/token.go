package section

import (
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// tokenField is where the handle of a lock keeps what proves ownership.
const tokenField = "token"

// token is what the call stores or compares to prove ownership. Where it has no place for that, it is what the handle was
// made with.
func (l libraryCall) token(lock summary.Lock) *summary.Expr {
	x := l.place(l.entry.Token)
	if parts := elements(l.c, x); len(parts) > 0 { // the arguments of a script
		return parts[0]
	}
	if x == nil && lock.Handle != nil {
		x, _ = l.c.content(lock.Handle.Dot(tokenField))
	}
	return x
}

// Marks that a path keeps of keys.
const (
	unheldMark  = "not obtained" // the lock of the key was not obtained when it was last tried
	watchedMark = "watched"      // the server refuses the transaction if the key changed
	failingMark = "failing"      // an error is not nil
)

func mark(name string, x *summary.Expr) *summary.Expr { return summary.New(summary.Call, 0, name, x) }

// watch notes the keys of a WATCH.
func (l libraryCall) watch(words []*summary.Expr) {
	for _, key := range words[1:] {
		l.learn(l.c, mark(watchedMark, key), summary.IsTrue)
	}
}

// watched tells a deletion in a transaction of the store, or of a key that is watched: it is not done where the key
// has changed hands.
func (l libraryCall) watched() bool {
	if e := l.receiver(); e != nil && (e.Buffered || e.Scope == catalog.PinnedScope && e.Name == "Tx") {
		return true
	}
	key := l.key(l.entry.Key)
	return key != nil && l.truth(l.c, mark(watchedMark, key)) == summary.IsTrue
}

// receiver is what the catalogue says of the type of the receiver, or nil.
func (l libraryCall) receiver() *catalog.TypeEntry {
	if l.off == 0 {
		return nil
	}
	t := argType(l.site.common, 0)
	if t == nil {
		return nil
	}
	return l.world.Catalog().TypeOf(t)
}

// buffered tells a command that is given to a pipeline or a batch, and runs later with all others, in one go.
func (l libraryCall) buffered() bool {
	e := l.receiver()
	return e != nil && e.Buffered
}

// takenIn are the locks that stand for a key and that one of the cases takes and keeps.
func takenIn(cases []Case) []summary.Lock {
	if len(cases) < 2 {
		return nil
	}
	var out []summary.Lock
	for _, k := range cases {
		for _, l := range kept(k) {
			if !slices.ContainsFunc(out, l.Same) {
				out = append(out, l)
			}
		}
	}
	return out
}

// kept are the locks that stand for a key and that a case takes and keeps.
func kept(k Case) []summary.Lock {
	var out []summary.Lock
	for _, e := range k.Events {
		switch {
		case e.Kind == summary.Acquire && e.Lock.Handle == nil && e.Lock.Key != nil:
			out = append(out, e.Lock)
		case e.Kind == summary.Release:
			out = slices.DeleteFunc(out, e.Lock.Same)
		}
	}
	return out
}

// notTaken makes a path know which of the locks the case that it has gone through did not get.
func (w *walker) notTaken(c *config, taken []summary.Lock, k Case, f frame) {
	if len(taken) == 0 {
		return
	}
	mine := kept(k)
	for _, l := range taken {
		if slices.ContainsFunc(mine, l.Same) || slices.ContainsFunc(k.Events, func(e Event) bool {
			return e.Kind == summary.Missed && e.Why == summary.Failed && e.Lock.Same(l) // the store may have set the key before the answer got lost
		}) {
			continue
		}
		if key := w.subst(c, l.Key, f); key != nil {
			w.learn(c, mark(unheldMark, key), summary.IsTrue)
		}
	}
}

// unheld tells that the path knows that the lock of a key was not obtained.
func (w *walker) unheld(c *config, l summary.Lock) bool {
	return l.Handle == nil && l.Key != nil && w.truth(c, mark(unheldMark, l.Key)) == summary.IsTrue
}

// ownerSeen tells that the path has read the key and that what it read, or something else it has looked at since, equals
// something: the owner was looked up before.
func (w *walker) ownerSeen(c *config, key *summary.Expr) bool {
	if !slices.ContainsFunc(c.live, func(e *Event) bool { return e.Kind == summary.Read && summary.Equal(e.Item, key) }) {
		return false
	}
	for _, t := range c.truths.all() {
		if t.Is == summary.IsTrue && t.X.Op == summary.Call && t.X.Name == "==" && ownerCompared(c, key, t.X.Arg(0), t.X.Arg(1)) {
			return true
		}
	}
	return false
}

// ownerCompared tells that of two values that are equal one may have been read and the other is no such: it came from
// elsewhere, or the lock was taken with it.
func ownerCompared(c *config, key, x, y *summary.Expr) bool {
	if x.Has(summary.Local) != y.Has(summary.Local) {
		return true
	}
	return slices.ContainsFunc(c.live, func(e *Event) bool {
		return e.Kind == summary.Acquire && e.Token != nil && summary.Equal(e.Lock.Key, key) && summary.Equal(e.Token, x) != summary.Equal(e.Token, y)
	})
}

// isFailing tells that the path knows an error that is not nil.
func (w *walker) isFailing(c *config) bool {
	return w.truth(c, mark(failingMark, summary.NilExpr)) == summary.IsTrue
}
