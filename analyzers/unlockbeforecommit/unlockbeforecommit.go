package unlockbeforecommit

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

const name = "unlockbeforecommit"

// The categories.
const (
	order      = "order"       // explicit release before the commit
	deferOrder = "defer-order" // the deferred release runs before the deferred commit
	closure    = "closure"     // released inside a transaction runner's closure
	session    = "session"     // a session lock given back through the transaction it was taken in
	callee     = "callee"      // the transaction is the caller's, who commits later
	caller     = "caller"      // a closure of a transaction runner calls a helper that locks and unlocks
)

var sure = map[string]finding.Sureness{
	order: finding.Certain, deferOrder: finding.Certain, closure: finding.Certain,
	session: finding.Certain, callee: finding.Likely, caller: finding.Certain,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), func(f fault) token.Pos { return f.release.Pos }) {
			out := f.describe(u.Result)
			out.Fixes = f.fixes(u.Pass, u.Result)
			report(out)
		}
	})
}

// faultsOf finds the faults on all paths. Those whose commit is in sight come first: of several at one
// place they tell the most.
func faultsOf(result *effects.Result) []fault {
	var committed, open []fault
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Release {
					continue
				}
				switch f, ok := early(fn, path, i); {
				case !ok:
				case f.commit.Kind == summary.Commit:
					committed = append(committed, f)
				default:
					open = append(open, f)
				}
			}
		}
	}
	return append(committed, open...)
}

// A fault is a release inside of a transaction that commits later.
type fault struct {
	fn               *effects.Function
	acquire, release effects.Event
	work             []effects.Event
	commit           effects.Event // zero where the caller commits
	category         string
}

// early looks at the release at position i of a path: is a transaction open that wrote under the lock, and
// does it commit afterwards?
func early(fn *effects.Function, path effects.Path, i int) (fault, bool) {
	release := path.Events[i]
	switch {
	case release.Lock.Kind == catalog.Transaction: // ends with the transaction, not by hand
		return fault{}, false
	case release.Lock.Kind == catalog.Process && release.Lock.Shared: // readers do not keep each other out
		return fault{}, false
	case path.ReleasedAgain(i): // no such path can be: two tests that hang together were taken for two
		return fault{}, false
	}
	acquired := path.Acquire(i)
	if acquired < 0 {
		return fault{}, false
	}
	f := fault{fn: fn, acquire: path.Events[acquired], release: release}
	for k := acquired + 1; k < i; k++ {
		work := path.Events[k]
		// A transaction that only read leaves no old rows to the next holder.
		if work.Kind != summary.Write || guardsHandle(release.Lock, work.Handle) {
			continue
		}
		begin, open := path.OpenAt(work.Handle, i)
		if !open || begin < 0 && !fn.IsTx(work) {
			continue
		}
		end := path.EndAfter(work.Handle, i)
		switch {
		case end >= 0 && path.Events[end].Kind == summary.Commit:
			f.commit = path.Events[end]
			f.category = categoryOf(path, begin, f, work)
		case end < 0 && begin < 0 && effects.Received(work.Handle) && path.Ends && !path.Fails && path.Exit == summary.Returns && !fn.Literal():
			if release.Lock.Kind == catalog.Process && work.Store == catalog.Embedded { // whose writers wait for each other
				continue
			}
			f.category = callee
		default: // it only rolls back, or nobody knows
			continue
		}
		if onTx(release.Lock, work.Handle) {
			f.category = session
		}
		if toldInCallee(f.acquire, release, work) {
			continue
		}
		f.work = path.On(work.Handle, acquired, i)
		return f, true
	}
	return fault{}, false
}

func categoryOf(path effects.Path, begin int, f fault, work effects.Event) string {
	if f.acquire.SameCall(f.release) && work.SameCall(f.release) {
		return callee // of another package, which does not know that the handle is a transaction
	}
	if begin >= 0 && path.Events[begin].Around(f.release, f.commit) {
		if f.acquire.SameCall(f.release) {
			return caller
		}
		return closure
	}
	if f.release.Deferred && f.commit.Deferred && f.release.Pos != f.commit.Pos {
		return deferOrder
	}
	return order
}

// guardsHandle tells a mutex of the process that stands in the struct through which the transaction is
// reached: it keeps two goroutines from using the handle at once, and has nothing to do with rows.
func guardsHandle(l summary.Lock, handle *summary.Expr) bool {
	if l.Kind != catalog.Process {
		return false
	}
	base := l.Handle.Base()
	for x := handle.Base(); x != nil; x = x.Base() {
		if summary.Equal(x, base) {
			return true
		}
	}
	return false
}

// onTx tells a session lock that lives on the transaction's own connection.
func onTx(l summary.Lock, handle *summary.Expr) bool {
	return l.Kind == catalog.Session && summary.Equal(l.Conn, handle)
}

// toldInCallee tells that acquire, work and release all happen in one function that is called with the
// transaction: the fault is its, and is reported there.
func toldInCallee(acquire, release, work effects.Event) bool {
	return acquire.SameCall(release) && work.SameCall(release) && (!work.Imported || work.Scope == catalog.TxScope)
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.release.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	lock := r.LockName(f.fn, f.acquire, f.release)
	if assume := effects.Assumed(f.acquire, f.release); assume != "" {
		out.Sure, out.Assuming = finding.Likely, assume
	}
	out.Timeline = append(r.Steps(f.acquire), r.Steps(f.work...)...)
	out.Timeline = append(out.Timeline, r.Steps(f.release)...)
	if f.commit.Kind != 0 {
		out.Timeline = append(out.Timeline, r.Steps(f.commit)...)
	}
	const cost = ": the next holder reads the old rows"
	switch line := r.Line(f.commit); {
	case f.category == session && f.commit.Kind == 0:
		out.Message = lock + " is released through the transaction that holds it, before it commits" + cost + "; take the _xact_ form and drop the unlock"
	case f.category == session:
		out.Message = lock + " is released through the transaction that holds it, which commits at line " + line + cost + "; take the _xact_ form and drop the unlock"
	case f.category == callee:
		out.Message = lock + " is released while the caller's transaction is still open" + cost + "; leave the release to the caller, behind its commit"
		if out.Assuming == "" {
			out.Assuming = "that the caller commits after this function returns"
		}
	case f.category == deferOrder:
		out.Message = lock + " is released by a defer that runs before the deferred commit of line " + line + cost + "; register the release first"
	case f.category == order:
		out.Message = lock + " is released before the transaction commits at line " + line + cost + "; release it behind the commit"
	default:
		out.Message = lock + " is released before the transaction commits at line " + line + cost + "; lock and unlock around the transaction, not inside of it"
	}
	return out
}
