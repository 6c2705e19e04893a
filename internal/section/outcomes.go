package section

import (
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A call ends in one of several ways, told apart by its error and its answer: the lock is taken, it is busy, or nobody
// knows, since the call failed.

// outcomes are the ways in which something may end: it works where err is nil and ok is true.
func (l libraryCall) outcomes(events []Event, err, ok *summary.Expr) []Case {
	works := Case{Events: events}
	out := []Case{}
	if err != nil {
		works.Post = append(works.Post, summary.Cond{X: err, Is: summary.IsNil})
		failed := Case{Post: []summary.Cond{{X: err, Is: summary.NotNil}}}
		if ok != nil {
			failed.Post = append(failed.Post, summary.Cond{X: ok, Is: summary.IsFalse})
		}
		out = append(out, failed)
	}
	if ok != nil {
		works.Post = append(works.Post, summary.Cond{X: ok, Is: summary.IsTrue})
		busy := Case{Post: []summary.Cond{{X: ok, Is: summary.IsFalse}}}
		if err != nil {
			busy.Post = append(busy.Post, summary.Cond{X: err, Is: summary.IsNil})
		}
		out = append(out, busy)
	}
	return append([]Case{works}, out...)
}

func (l libraryCall) acquire(lock summary.Lock) []Case {
	ev := l.event(summary.Event{Kind: summary.Acquire, Lock: lock})
	cases := l.missing(l.outcomes([]Event{ev}, l.place(l.entry.Err), l.place(l.entry.OK)), lock, l.entry.Err, l.entry.OK)
	if signal := l.place(l.entry.Signal); l.entry.Signal.Kind == catalog.AtResult { // nil: it gave up waiting
		cases[0].Post = append(cases[0].Post, summary.Cond{X: signal, Is: summary.NotNil})
	}
	l.gives(cases, lock)
	if l.entry.OK.IsZero() && l.entry.Answer == catalog.Later { // an error says no, and an answer yes
		for i := range cases {
			cases[i].Post = append(cases[i].Post, summary.Cond{X: resultOf(l.site.local, 0).Dot("ok"), Is: [...]summary.Truth{summary.IsTrue, summary.IsFalse}[min(i, 1)]})
		}
	}
	if l.nilBusy {
		for i, is := range []summary.Truth{summary.NotNil, summary.IsNil, summary.IsNil} {
			if i < len(cases) {
				cases[i].Post = append(cases[i].Post, summary.Cond{X: resultOf(l.site.local, 0), Is: is})
			}
		}
	}
	if l.entry.Lock.Kind == catalog.AtResult && len(cases) > 1 { // there is a handle exactly where the lock is held
		for i := range cases {
			is := summary.IsNil
			if i == 0 {
				is = summary.NotNil
			}
			cases[i].Post = append(cases[i].Post, summary.Cond{X: lock.Handle, Is: is})
		}
	}
	return cases
}
