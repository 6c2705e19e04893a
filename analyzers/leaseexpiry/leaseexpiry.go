package leaseexpiry

import (
	_ "embed"
	"go/token"
	"strconv"
	"strings"
	"time"

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

const name = "leaseexpiry"

// The categories.
const (
	noTTL       = "no-ttl"       // the lease never ends by itself
	twoStep     = "two-step"     // it is given its life by a second command
	short       = "short"        // constants say that the work may take longer than the lease lives
	unrenewed   = "unrenewed"    // no constant bounds the work, and nothing renews the lease
	lostIgnored = "lost-ignored" // what tells that the lock was lost is dropped
	renewal     = "renewal-ignored"
)

var sure = map[string]finding.Sureness{
	noTTL: finding.Likely, twoStep: finding.Certain, short: finding.Certain, unrenewed: finding.Likely, lostIgnored: finding.Likely, renewal: finding.Certain,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), func(f fault) token.Pos { return f.at.Pos }) {
			report(f.describe(u.Result))
		}
	})
}

// A fault is what is wrong with one lease.
type fault struct {
	fn       *effects.Function
	acquire  effects.Event
	at       effects.Event // where the finding points
	work     []effects.Event
	category string
	ttl, sum time.Duration
}

func faultsOf(result *effects.Result) []fault {
	var out []fault
	released := releasedKeys(result)
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				switch {
				case e.Kind == summary.Extend && e.Traits.Has(summary.Dropped) && len(e.Via) == 0 && path.Acquire(i) < 0 && e.Lock.Handle != nil:
					out = append(out, fault{fn: fn, at: e, category: renewal})
				case e.Kind == summary.Acquire && e.Lock.Kind == catalog.Lease && path.Exit == summary.Returns && !result.InTest(e.Pos):
					if f, ok := faultOf(result, fn, path, i, released); ok {
						out = append(out, f)
					}
				}
			}
		}
	}
	return out
}

// releasedKeys are the keys that something in the package gives back or deletes.
func releasedKeys(result *effects.Result) map[string]bool {
	out := map[string]bool{}
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for _, e := range path.Events {
				if p := e.Lock.Key.Pattern(); e.Kind == summary.Release && p != "" {
					out[p] = true
				}
			}
		}
	}
	return out
}

// faultOf looks at the lease that is taken at position i of a path.
func faultOf(result *effects.Result, fn *effects.Function, path effects.Path, i int, released map[string]bool) (fault, bool) {
	acquire := path.Events[i]
	f := fault{fn: fn, acquire: acquire, at: acquire}
	under := path.Under(i)
	if never(acquire) {
		if k := extended(acquire, path.Events[i+1:]); k != nil {
			f.at, f.category = *k, twoStep
			return f, len(k.Via) == 0
		}
		f.category = noTTL
		return f, len(acquire.Via) == 0 && isLock(fn, acquire, released)
	}
	if acquire.Traits.Has(summary.SignalLost) {
		f.category = lostIgnored
		return f, true
	}
	if acquire.Traits.Has(summary.HasSignal) && !result.Watched(fn) {
		for _, e := range under {
			if e.Out != nil || e.Traits.Has(summary.Repeats) {
				f.work = []effects.Event{e}
				f.category = lostIgnored
				return f, true
			}
		}
	}
	if i+1+len(under) >= len(path.Events) || acquire.Traits.Has(summary.Renews) {
		return f, false // it is not given back here: nobody knows how long it is held
	}
	if result.Renewed(fn, acquire) {
		return f, false
	}
	ttl, ok := acquire.Life()
	if !ok {
		return f, false
	}
	f.ttl = ttl
	ok = f.outlives(under)
	return f, ok
}

// outlives tells that the work under a lease which nothing renews may take longer than the lease lives: calls that may
// together, or a loop that nobody knows the end of.
func (f *fault) outlives(under []effects.Event) bool {
	for _, e := range under {
		if e.Out != nil && e.Lasts() > 0 {
			f.work = append(f.work, e)
		}
	}
	f.work = f.fn.Heaviest(f.work)
	for _, e := range f.work {
		f.sum += e.Lasts()
	}
	if f.sum > f.ttl {
		f.category = short
		return true
	}
	f.work = nil
	if f.acquire.Traits.Has(summary.Repeats) { // once for each round: what loops is the loop around both
		return false
	}
	for _, e := range under {
		if e.Traits.Has(summary.Loops) && (e.Kind == summary.Read || e.Kind == summary.Write || e.Kind == summary.Outbound) && !ends(e) {
			f.work = append(f.work, e)
		}
	}
	f.category = unrenewed
	return len(f.work) > 0
}

// ends tells that a context with a deadline ends the loop around the event, or that it is not known.
func ends(e effects.Event) bool {
	bound, _ := summary.Deadline(e.Ctx)
	return bound == summary.Bounded
}

// never tells a lease without a life.
func never(acquire effects.Event) bool {
	if acquire.TTL == nil {
		return false
	}
	ttl, ok := acquire.Life()
	return ok && ttl == 0
}

// extended is the later event that gives the lease a life, or nil.
func extended(acquire effects.Event, later []effects.Event) *effects.Event {
	for i, e := range later {
		if e.Kind == summary.Extend && (e.Lock.Same(acquire.Lock) || summary.Equal(e.Lock.Key, acquire.Lock.Key)) {
			return &later[i]
		}
	}
	return nil
}

// lockWords are what a lock is called by.
var lockWords = []string{"lock", "mutex", "lease", "leader"}

// isLock tells that a key is one of a lock: it is given back somewhere, or called so.
func isLock(fn *effects.Function, acquire effects.Event, released map[string]bool) bool {
	pattern := acquire.Lock.Key.Pattern()
	if pattern != "" && released[pattern] {
		return true
	}
	text := strings.ToLower(pattern + " " + fn.Name[strings.LastIndexByte(fn.Name, '/')+1:])
	for _, w := range lockWords {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.at.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	lock := r.LockName(f.fn, f.acquire, effects.Event{})
	out.Timeline = append(r.Steps(f.acquire), r.Steps(f.work...)...)
	switch f.category {
	case noTTL:
		out.Message = lock + " has no expiry: if its holder dies, nobody gets it any more; give it one in the same command"
		out.Assuming = "that the key is a lock"
	case twoStep:
		out.Timeline = append(r.Steps(f.acquire), r.Steps(f.at)...)
		out.Message = lock + ", taken at line " + r.Line(f.acquire) + ", gets its expiry by a second command: if the holder dies between the two, nobody gets the lock any more; give SET the expiry too (NX and PX)"
	case short:
		out.Message = lock + " lives " + f.ttl.String() + ", and the work under it may take " + f.adds() + " > " + f.ttl.String() + ": the next holder starts before this one has ended; give it a longer life, or renew it"
	case unrenewed:
		out.Message = lock + " lives " + f.ttl.String() + ", nothing renews it, and the loop at line " + r.Line(f.work[0]) + " has no constant bound: the next holder starts while this one still works; renew it, or bound the work"
		out.Assuming = "that the loop may take longer than the lease"
	case lostIgnored:
		out.Message = lock + " tells when it is lost, and nothing listens: the work goes on beside that of the next holder; stop it when the signal comes"
		out.Assuming = "that the work outlives the loss"
	case renewal:
		out.Message = "nobody looks at how the renewal of the lease went: the work goes on when the lock is lost; stop it when the renewal fails"
		out.Timeline = r.Steps(f.at)
	}
	return out
}

// adds writes the sum: 3 x 2s + 1s = 7s.
func (f fault) adds() string {
	var parts []string
	for _, e := range f.work {
		text := e.Waits().String() + " (" + e.Out.Name + ")"
		if n := e.Out.Times; n > 1 {
			text = strconv.Itoa(n) + " x " + text
		}
		parts = append(parts, text)
	}
	if len(parts) == 1 && f.work[0].Out.Times <= 1 {
		return parts[0]
	}
	return strings.Join(parts, " + ") + " = " + f.sum.String()
}
