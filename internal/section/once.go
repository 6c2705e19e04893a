package section

import (
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// doneMark is the part of a sync.Once that is true behind the first Do.
const doneMark = "!done"

// done is what the path knows of a mark: that it has run the function, or else that it has not.
func (c *config) done(mark *summary.Expr) summary.Truth {
	if x, ok := c.content(mark); ok && x != nil {
		return summary.IsTrue
	}
	return summary.IsFalse
}

// isDone tells the mark of a sync.Once.
func isDone(x *summary.Expr) bool { return x != nil && x.Op == summary.Field && x.Name == doneMark }

// once runs fn if the path has not yet done so. A sync.Once of the caller may be done already, which only the caller
// knows; where nobody does, it is not.
func (l libraryCall) once(once, fn *summary.Expr) []*config {
	if once == nil {
		return l.runOnce(l.c, nil, fn)
	}
	done := summary.New(summary.Field, 0, doneMark, once)
	if done == nil {
		return l.runOnce(l.c, nil, fn)
	}
	var out []*config
	switch {
	case l.truth(l.c, done) == summary.IsTrue:
		return []*config{l.c}
	case nameable(once):
		skips := l.c.clone()
		l.learn(skips, done, summary.IsTrue)
		out = append(out, skips)
	}
	return append(out, l.runOnce(l.c, done, fn)...)
}

func (l libraryCall) runOnce(c *config, done, fn *summary.Expr) []*config {
	if done != nil {
		c.truths.set(done.String(), summary.Cond{X: done, Is: summary.IsFalse})
		c.store(done, summary.ConstOf("true"))
	}
	l.c = c
	return l.runner()
}

// onceOnly tells a function value that does what it does the first time only.
func onceOnly(fn *summary.Expr) bool {
	return fn.Op == summary.Call && fn.Name == value.OnceFunc && len(fn.Args) == 2
}

// runOnceFunc runs what sync.OnceFunc returned.
func (w *walker) runOnceFunc(c *config, e Event, f frame) []*config {
	done := summary.New(summary.Field, 0, doneMark, e.Func.Args[1])
	if done != nil && w.truth(c, done) == summary.IsTrue {
		return []*config{c}
	}
	if done != nil {
		c.store(done, summary.ConstOf("true"))
	}
	e.Func = e.Func.Args[0]
	return w.run1(c, e, f)
}
