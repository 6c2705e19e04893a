package blindunlock

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

const name = "blindunlock"

// The categories.
const (
	plainDelete     = "plain-delete"      // the key is deleted, whoever set it
	checkThenDelete = "check-then-delete" // the owner is looked up, and the key deleted by a later command
	sharedToken     = "shared-token"      // the owner is compared, but all owners look alike
)

var sure = map[string]finding.Sureness{plainDelete: finding.Certain, checkThenDelete: finding.Certain, sharedToken: finding.Certain}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), fault.at) {
			report(f.describe(u.Result))
		}
	})
}

// A fault is a release without proof of ownership.
type fault struct {
	fn       *effects.Function
	release  effects.Release
	taken    effects.Taken
	category string
}

// at is the place of the deletion, if it stands in a literal of the function: one that is run at several places is
// told once.
func (f fault) at() token.Pos {
	if f.release.Inner.IsValid() {
		return f.release.Inner
	}
	return f.release.Pos
}

// faultsOf finds the faults of all releases. One whose acquire is on the path comes first: of several at one place it
// tells the most.
func faultsOf(result *effects.Result) []fault {
	var near, far []fault
	judged := effects.InnerPlaces(result)
	for _, fn := range result.Functions() {
		for _, r := range fn.Releases {
			f, why := judge(result, fn, r)
			switch {
			case why != "", fn.Literal() && judged[r.Pos]:
			case r.By != nil:
				near = append(near, f)
			default:
				far = append(far, f)
			}
		}
	}
	return append(near, far...)
}

// judge looks at one release on one path. It says why it is no fault, or "".
func judge(result *effects.Result, fn *effects.Function, r effects.Release) (f fault, why string) {
	f = fault{fn: fn, release: r}
	if r.Lock.Kind != catalog.Lease {
		return f, "only a lease can expire and be somebody else's when it is released"
	}
	if !r.Blind {
		return judgeToken(result, f)
	}
	f.taken, why = result.BlindRelease(fn, r)
	f.category = plainDelete
	if r.Compared {
		f.category = checkThenDelete
	}
	return f, why
}

// judgeToken looks at a release that compares: can it tell its own lock from another's?
func judgeToken(result *effects.Result, f fault) (fault, string) {
	r := f.release
	switch {
	case r.Token == nil:
		return f, "the release compares the owner, as far as is known"
	case len(r.Via) > 0 && !r.Traits.Has(summary.TokenGiven):
		return f, "the lock is released inside " + r.Via[0] + ", and is judged there"
	case !shared(r.Token, r.Lock.Key):
		return f, "the release compares a token that is not the same for all holders, as far as is known"
	}
	f.category = sharedToken
	if r.Lock.Handle != nil {
		f.taken.Event = r.By
		return f, ""
	}
	taken, ok := result.TakenFor(f.fn, r)
	if !ok {
		return f, "no acquire of this key is known: it may be no lock's"
	}
	f.taken = taken
	if t := taken.Token; t != nil && taken.Event != nil && !shared(t, taken.Event.Lock.Key) {
		return f, "whoever takes the lock stores a token that is not the same for all holders, as far as is known"
	}
	return f, result.NoLock(f.fn, r, taken)
}

// shared tells a token that every holder of a key stores: a constant, the key itself, or something made of what the key
// is made of. An empty one is nobody's: it is what comes back where the lock was not obtained.
func shared(token, key *summary.Expr) bool {
	if token.Op == summary.Const {
		return token.Name != ""
	}
	if summary.Equal(token, key) {
		return true
	}
	if key == nil || key.Op != summary.Template || len(key.Args) == 0 {
		return false
	}
	holes := token.Args
	if token.Op != summary.Template {
		holes = []*summary.Expr{token}
	}
	for _, h := range holes {
		found := false
		for _, k := range key.Args {
			found = found || summary.Equal(h, k)
		}
		if !found {
			return false
		}
	}
	return true
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.release.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	acquire := f.release.Event
	if f.taken.Event != nil && f.taken.Event.Pos.IsValid() {
		acquire = *f.taken.Event
		out.Timeline = r.Steps(acquire)
	}
	if assume := effects.Assumed(acquire, f.release.Event); assume != "" {
		out.Sure, out.Assuming = finding.Likely, assume
	}
	out.Timeline = append(out.Timeline, r.Steps(f.release.Event)...)
	lasts := f.taken.Event != nil && r.NeverExpires(f.fn, acquire) && !f.release.Unheld
	if lasts && out.Sure == finding.Certain {
		out.Sure, out.Assuming = finding.Likely, "that a lock which stays is freed by hand"
	}
	out.Message = r.LockName(f.fn, f.release.Event, acquire) + f.harm(lasts)
	return out
}

// harm says what the release does. A lock that lasts, one without an expiry, is lost only to who deletes its key by hand.
func (f fault) harm(lasts bool) string {
	const mend = "; store a fresh token and delete the key in a script that compares it"
	after, between := "after it expired", "if it expires between the two"
	if lasts {
		after = "it has no expiry, but after its key was deleted by hand, because its holder seemed dead"
		between = "it has no expiry, but if its key is deleted by hand between the two"
	}
	switch {
	case f.release.Unheld:
		return " is released where it was not obtained: that deletes the key of whoever holds it; release only what was obtained"
	case f.category == checkThenDelete:
		return " is compared and then deleted by a command of its own: " + between + ", the next holder's lock is deleted" + mend
	case f.category == sharedToken:
		return " is released with a token that all holders share: " + after + ", the next holder's lock is released" + mend
	}
	return " is released by deleting its key, whoever set it: " + after + ", the next holder's lock is deleted" + mend
}
