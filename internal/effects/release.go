package effects

import (
	"go/ast"
	"go/token"
	"strconv"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A Release is one release of a lock, with what a path knows of it.
type Release struct {
	Event
	By       *Event    // the acquire; nil: not on the path
	Life     Life      // of the context
	Over     token.Pos // where the context ended
	Inner    token.Pos // the place in a literal of this function in which it happens
	Foreign  bool      // it happens in a function value that another function made
	Captured bool      // and the context came with that
	Below    bool      // it is deferred in a function that is called from here
	Returned bool      // it happens in a function literal that the function returns
	Unheld   bool      // the path knows that the lock was not obtained
	Compared bool      // a value read from the key before is compared with something
	Failing  bool      // the path knows an error that is not nil
	Freed    bool      // the session on which the lock hangs ends behind it, and frees the lock even if the release fails
	Job      bool      // the context is that of a job: nothing in the package says that somebody ends it
}

// A Life is what is known of how long a context lives.
type Life = section.Life

// The lives.
const (
	UnknownLife = section.UnknownLife
	Detached    = section.Detached    // nobody ends it but its own time limit
	Captured    = section.Surrounding // of the function around, which knows more
	Configured  = section.Configured  // of a web framework, which ends it only where the program has told it so
	Caller      = section.Caller      // ends when the caller's does
	Cancelled   = section.Cancelled   // its cancel function was called
	Ended       = section.Ended       // the path has seen it end
)

// releases are those of a function, and those that wait in the literals that it returns.
func (w *world) releases(f *section.Function) []Release {
	var out []Release
	for _, r := range f.Releases {
		rel := Release{Event: Event{r.Event}, Life: r.Life, Over: r.Over, Inner: r.Inner, Foreign: r.Foreign, Below: r.Below, Captured: r.Captured, Unheld: r.Unheld, Compared: r.Compared, Failing: r.Failing, Freed: r.Freed}
		if r.By != nil {
			rel.By = &Event{*r.By}
		}
		w.lives(f.Fn, &rel)
		out = append(out, rel)
	}
	return append(out, w.returned(f)...)
}

// returned are the releases in the function literals that f returns, alone or in a struct, of locks that it holds.
func (w *world) returned(f *section.Function) []Release {
	var out []Release
	seen := map[token.Pos]bool{}
	for _, c := range f.Cases {
		given := append([]*summary.Expr(nil), c.Results...)
		for _, s := range c.Stores {
			if s.Addr.Has(summary.Result) {
				given = append(given, s.X)
			}
		}
		for _, x := range given {
			x.Walk(func(fn *summary.Expr) bool {
				if fn.Op == summary.Func {
					for _, r := range w.waiting(f, c, fn) {
						if !seen[r.Pos] {
							seen[r.Pos] = true
							out = append(out, r)
						}
					}
				}
				return fn.Op != summary.Func
			})
		}
	}
	return out
}

// waiting are the releases in a literal of f of locks that the case leaves held.
func (w *world) waiting(f *section.Function, c section.Case, fn *summary.Expr) []Release {
	lit := w.named[fn.Name]
	if lit == nil || lit.Parent() != f.Fn {
		return nil
	}
	cases, _ := w.Named(fn.Name)
	var out []Release
	for _, k := range cases {
		for _, e := range k.Events {
			if e.Kind != summary.Release {
				continue
			}
			e.Event = e.Event.Map(func(x *summary.Expr) (*summary.Expr, bool) { return bound(x, fn.Args), true })
			for _, a := range c.Events {
				if a.Kind == summary.Acquire && a.Lock.Same(e.Lock) {
					e.Lock.Kind = a.Lock.Kind
					r := Release{Event: Event{e}, By: &Event{a}, Returned: true, Life: section.LifeOf(f.Fn, e.Ctx)}
					w.lives(f.Fn, &r)
					out = append(out, r)
					break
				}
			}
		}
	}
	return out
}

// bound puts what a literal captured in the place of its free variables.
func bound(x *summary.Expr, captured []*summary.Expr) *summary.Expr {
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if e.Op != summary.Free {
			return nil, false
		}
		if e.Index < len(captured) {
			return captured[e.Index], true
		}
		return nil, true
	})
}

// DeferredAt tells that an event happens in a call that is deferred at its place: in this function.
func (r *Result) DeferredAt(e Event) bool {
	_, ok := r.Site(e.Pos).Node.(*ast.DeferStmt)
	return ok
}

// Step is a line of the timeline for something that is no event.
func (r *Result) Step(pos token.Pos, what string) finding.Step {
	at := r.Site(pos)
	s := finding.Step{Pos: at.Pos, End: at.End, What: what}
	if at.Node != nil {
		s.Text = finding.Text(r.fset, at.Node)
	}
	return s
}

// LineAt is the line number of a place.
func (r *Result) LineAt(pos token.Pos) string {
	if !pos.IsValid() {
		return "?"
	}
	return strconv.Itoa(r.fset.Position(pos).Line)
}
