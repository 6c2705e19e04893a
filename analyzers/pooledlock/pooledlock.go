package pooledlock

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with the default configuration.
var Analyzer = New(engine.Default)

const name = "pooledlock"

// The categories.
const (
	pool           = "pool"            // taken or released through a pool
	returnedLocked = "returned-locked" // the connection goes back to the pool with the lock on it
)

var sure = map[string]finding.Sureness{pool: finding.Certain, returnedLocked: finding.Likely}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range faultsOf(u.Result) {
			out := f.describe(u.Result)
			out.Fixes = f.fixes(u.Pass, u.Result)
			report(out)
		}
	})
}

// A fault is a session lock that is at the mercy of a pool.
type fault struct {
	fn       *effects.Function
	category string
	lock     effects.Event // the acquire; of an unlock that may fail where the lock was taken elsewhere, the unlock
	at       effects.Event // the statement, or what gives the connection back
	tried    effects.Event // the unlock that failed
	assume   string
}

func faultsOf(result *effects.Result) []fault {
	var out []fault
	seen := map[token.Pos]bool{}
	for _, find := range []func(*effects.Result) []fault{pooled, returned} {
		for _, f := range find(result) {
			if !seen[f.at.Pos] {
				seen[f.at.Pos] = true
				out = append(out, f)
			}
		}
	}
	return out
}

// pooled finds the session locks that are taken through a pool, and those that are only released through one.
func pooled(result *effects.Result) []fault {
	var out, releases []fault
	closed := closedPools(result)
	for _, fn := range result.Plain() {
		for _, p := range fn.Paths {
			for i, e := range p.Events {
				if e.Lock.Kind != catalog.Session || !fn.Own(e.Pos) || !result.StandsHere(fn, e) || closed[e.Pos] {
					continue
				}
				assume, ok := result.ThroughPool(fn, e)
				if !ok {
					continue
				}
				f := fault{fn: fn, category: pool, lock: e, at: e, assume: assume}
				switch e.Kind {
				case summary.Acquire:
					out = append(out, f)
				case summary.Release:
					if acquiredRight(result, fn, p, i) {
						releases = append(releases, f)
					}
				}
			}
		}
	}
	return append(out, releases...)
}

// closedPools are the statements after which the path closes the pool: what was locked is free then.
func closedPools(result *effects.Result) map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, fn := range result.Plain() {
		for _, p := range fn.Paths {
			for i, e := range p.Events {
				if e.Lock.Conn != nil && closedAfter(p, i) {
					out[e.Pos] = true
				}
			}
		}
	}
	return out
}

func closedAfter(p effects.Path, i int) bool {
	for _, e := range p.Events[i+1:] {
		if e.Kind == summary.Close && summary.Equal(e.Handle, p.Events[i].Lock.Conn) {
			return true
		}
	}
	return false
}

// acquiredRight tells that a lock which is released through a pool was taken on a connection: on the path, or
// somewhere in the package under the same key.
func acquiredRight(result *effects.Result, fn *effects.Function, p effects.Path, i int) bool {
	if a := p.Acquire(i); a >= 0 {
		_, pooled := result.ThroughPool(fn, p.Events[a])
		return !pooled
	}
	key := p.Events[i].Lock.Key.Pattern()
	right := false
	for _, g := range result.Plain() {
		for _, q := range g.Paths {
			for _, e := range q.Events {
				if e.Kind != summary.Acquire || e.Lock.Kind != catalog.Session || key == "" || e.Lock.Key.Pattern() != key {
					continue
				}
				if _, pooled := result.ThroughPool(g, e); pooled {
					return false
				}
				right = right || e.Scope == catalog.PinnedScope
			}
		}
	}
	return right
}

// returned finds the connections that go back to their pool with a lock on them: because a path does not unlock,
// or because the unlock failed.
func returned(result *effects.Result) []fault {
	var out []fault
	for _, fn := range result.Plain() {
		if fn.Deferred() {
			continue
		}
		for _, p := range fn.Paths {
			for i, e := range p.Events {
				if e.Kind != summary.Unpin || e.Passed || !fn.Own(e.Pos) {
					continue
				}
				if f, ok := lockedStill(fn, p, i); ok {
					f.fn = fn
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// lockedStill tells whether the connection that is given back at position i has a lock on it.
func lockedStill(fn *effects.Function, p effects.Path, i int) (fault, bool) {
	back := p.Events[i]
	var held []effects.Event // acquires, and unlocks that failed
	for _, e := range p.Events[:i] {
		if e.Kind == summary.Close && summary.Equal(e.Handle, back.Handle) {
			held = nil // it is thrown away
		}
		if !summary.Equal(e.Lock.Conn, back.Handle) || e.Lock.Kind != catalog.Session {
			continue
		}
		var same []effects.Event
		for _, h := range held {
			if !h.Lock.Same(e.Lock) {
				same = append(same, h)
			}
		}
		switch e.Kind {
		case summary.Release:
			held = same
		case summary.Acquire, summary.Unreleased:
			held = append(same, e)
		}
	}
	for _, h := range held {
		if fn.InCall(h, back) {
			continue
		}
		f := fault{category: returnedLocked, lock: h, at: back}
		if h.Kind == summary.Unreleased {
			f.tried = h
		}
		return f, true
	}
	return fault{}, false
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.at.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	lock := r.LockName(f.fn, f.lock, f.at)
	switch {
	case f.category == pool:
		out.Timeline = r.Steps(f.lock)
		if out.Assuming = f.assume; out.Assuming != "" {
			out.Sure = finding.Likely
		}
		out.Message = lock + " belongs to one connection, and this is a pool, which takes any: unlock may run on another one and do nothing; take one connection for both, or the _xact_ form in a transaction"
		if f.at.Kind == summary.Release {
			out.Message = lock + " is released through a pool, on any of its connections, but belongs to the one that took it: it stays locked; unlock on that connection"
		}
	case f.tried.Pos.IsValid():
		out.Timeline = r.Steps(f.tried, f.at)
		out.Message = "the connection goes back to its pool even if the unlock of line " + r.Line(f.tried) + " failed: " + lock + " then stays on a live session and shuts everybody else out; discard the connection when the unlock fails"
		out.Assuming = "that the unlock can fail while the session lives on"
	default:
		out.Timeline = r.Steps(f.lock, f.at)
		out.Message = "the connection goes back to its pool with " + lock + " of line " + r.Line(f.lock) + " on it: the session lives on in the pool and shuts everybody else out; unlock first"
		out.Assuming = "that the pool keeps the connection"
	}
	return out
}
