package section

import (
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// Some libraries give no handle of a lock but a function that gives it back, and a context that ends with it.

// ReleaseFunc is the name of a function value that nobody wrote, which gives back the lock that it holds.
const ReleaseFunc = "release"

// ofUnlock is the lock of an acquire with the function as its handle, where the library gives one.
func (l libraryCall) ofUnlock(lock summary.Lock) summary.Lock {
	if l.entry.Unlock.Kind == catalog.AtResult && lock.Handle == nil {
		lock.Handle = l.site.local.Dot("!lock")
	}
	return lock
}

// gives says what the results of an acquire are that give the lock back and end with it, in the first case, in which
// it is held. A second call of the function does nothing, and neither does the one that comes with an error.
func (l libraryCall) gives(cases []Case, lock summary.Lock) {
	unlock, signal := l.entry.Unlock, l.entry.Signal
	if unlock.Kind != catalog.AtResult || len(cases) == 0 {
		return
	}
	results := l.site.common.Signature().Results()
	cases[0].Results = make([]*summary.Expr, results.Len())
	release := summary.New(summary.Func, 0, ReleaseFunc, lock.Handle)
	cases[0].Results[unlock.Index] = summary.New(summary.Call, 0, value.OnceFunc, release, lock.Handle)
	if ctx := l.place(l.entry.Ctx); signal.Kind == catalog.AtResult && isContext(results.At(signal.Index).Type()) {
		cases[0].Results[signal.Index] = summary.New(summary.Derived, 0, "WithCancel", ctx, lock.Handle)
	}
}
