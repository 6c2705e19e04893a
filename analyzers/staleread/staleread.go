package staleread

import (
	_ "embed"
	"go/token"
	"strings"

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

const name = "staleread"

// The categories.
const (
	decision = "decision" // what was read before the lock decides whether it is written under it
	value    = "value"    // what is written is computed from it
)

var sure = map[string]finding.Sureness{decision: finding.Likely, value: finding.Likely}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), func(f fault) token.Pos { return f.write.Pos }) {
			report(f.describe(u.Result))
		}
	})
}

// faultsOf finds the faults on all paths, those of values first: they tell more.
func faultsOf(result *effects.Result) []fault {
	var values, decisions []fault
	run := runElsewhere(result)
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire {
					continue
				}
				for k := i + 1; k < endOf(path, i); k++ {
					if fn.Literal() && run[path.Events[k].Pos] {
						continue
					}
					switch f, _ := look(fn, path, i, k); f.category {
					case value:
						values = append(values, f)
					case decision:
						decisions = append(decisions, f)
					}
				}
			}
		}
	}
	return append(values, decisions...)
}

// runElsewhere are the places in literals that the functions around them run: what is held there is known of these alone.
func runElsewhere(result *effects.Result) map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, fn := range result.Functions() {
		if fn.Literal() {
			continue
		}
		for _, path := range fn.Paths {
			for _, e := range path.Events {
				out[e.Pos] = true
			}
		}
	}
	return out
}

// endOf is the position at which the lock is given back, or the end of the path.
func endOf(path effects.Path, i int) int {
	if end := path.ReleaseOf(i); end >= 0 {
		return end
	}
	return len(path.Events)
}

// A fault is a write under a lock that rests on what was read before the lock was there.
type fault struct {
	fn                   *effects.Function
	read, acquire, write effects.Event
	category             string
}

// look looks at the write at position k under the lock that was acquired at position i. Where it is no fault, the
// reason says why.
func look(fn *effects.Function, path effects.Path, i, k int) (fault, reason) {
	acquire, write := path.Events[i], path.Events[k]
	if !writes(write) {
		return fault{}, none
	}
	if why := safe(path, i, k); why != none {
		return fault{}, why
	}
	for _, e := range path.Events[i+1 : k] {
		if e.Kind == summary.Read && fn.Feeds(e, write) {
			return fault{}, again
		}
	}
	found, best := fault{}, noRead
	for _, read := range before(path, i) {
		why := stale(path, read, i, k)
		if why != none {
			best = max(best, why)
			continue
		}
		f := fault{fn: fn, read: read, acquire: acquire, write: write}
		switch {
		case fn.Feeds(read, write):
			f.category = value
			return f, none
		case effects.SameData(read, write) && fn.Decides(read, write):
			f.category = decision
			found = f
		default:
			best = max(best, independent)
		}
	}
	if found.category != "" {
		return found, none
	}
	return fault{}, best
}

// writes tells a write to a store, or the deletion of a key that is not that of a lock.
func writes(e effects.Event) bool {
	return e.Kind == summary.Write || e.Kind == summary.Release && e.Blind && !e.Acquired.IsValid()
}

// before are the reads that ran before the acquire at position i with no lock held.
func before(path effects.Path, i int) []effects.Event {
	var out []effects.Event
	for _, e := range path.Before {
		if e.Kind == summary.Read {
			out = append(out, e)
		}
	}
	for j, e := range path.Events[:i] {
		if e.Kind == summary.Read && !guarded(path, j) {
			out = append(out, e)
		}
	}
	return out
}

// guarded tells that a lock that other processes see is held at position k.
func guarded(path effects.Path, k int) bool {
	for _, h := range path.HeldAt(k) {
		if path.Events[h].Lock.Kind != catalog.Process {
			return true
		}
	}
	return false
}

// safe says why a write under the lock needs nothing that was read.
func safe(path effects.Path, i, k int) reason {
	acquire, write := path.Events[i], path.Events[k]
	switch {
	case acquire.Lock.Kind == catalog.Process || acquire.Lock.Kind == catalog.UnknownKind:
		return otherKind
	case acquire.Lock.Kind != catalog.Transaction && path.ReleaseOf(i) < 0:
		return marker
	case guarded(path, i):
		return outer
	case write.SameCall(acquire):
		return inCallee
	case write.Traits.Has(summary.Schema):
		return schema
	case write.Traits.Has(summary.Guarded | summary.Counted):
		return conditional
	case write.Traits.Has(summary.Relative) && !write.Traits.Has(summary.Guarded), write.Traits.Has(summary.Upsert) && !write.Traits.Has(summary.Overwrites):
		return atomic
	case write.Traits.Has(summary.Unique):
		return unique
	}
	return none
}

// stale says why a read before the acquire at position i does not make the write at position k rest on old state.
func stale(path effects.Path, read effects.Event, i, k int) reason {
	acquire := path.Events[i]
	switch {
	case read.SameCall(acquire):
		return inCallee
	case configuration(read):
		return settings
	case read.Traits.Has(summary.KeysOnly):
		return keysOnly
	case fills(read, path.Events[k]):
		return cache
	case !guards(path, read, i):
		return otherRows
	}
	for _, e := range path.Events[i+1 : k] {
		if e.Kind == summary.Read && (effects.SameData(read, e) || e.Via != nil && read.Via != nil && e.Via[0] == read.Via[0]) {
			return again
		}
	}
	return none
}

// fills tells a key of Redis that was looked up and is then set: a cache that is filled by who gets the lock.
func fills(read, write effects.Event) bool {
	return read.Store == catalog.Redis && write.Store == catalog.Redis && write.Kind == summary.Write && effects.SameData(read, write)
}

// guards tells that the lock is the one of what was read: something is written there under it, or its key is named
// like it.
func guards(path effects.Path, read effects.Event, i int) bool {
	for _, e := range path.Events[i+1 : endOf(path, i)] {
		if writes(e) && effects.SameData(read, e) {
			return true
		}
	}
	return named(path.Events[i].Lock.Key.Pattern(), read.Table) || named(path.Events[i].Lock.Key.Pattern(), read.Item.Pattern())
}

// named tells that a lock key has a word of the name of a table or key.
func named(key, name string) bool {
	for _, w := range words(name) {
		for _, k := range words(key) {
			if w == k || w == k+"s" || k == w+"s" {
				return true
			}
		}
	}
	return false
}

// words are the words of a name that say what it is about.
func words(name string) []string {
	all := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' })
	out := all[:0]
	for _, w := range all {
		if len(w) > 2 && w != "lock" && w != "key" && w != "mutex" {
			out = append(out, w)
		}
	}
	return out
}

// configuration tells a read of what does not change while the program works.
func configuration(read effects.Event) bool {
	for _, w := range append(words(read.Table), words(read.Item.Pattern())...) {
		switch strings.TrimSuffix(w, "s") {
		case "config", "configuration", "setting", "option", "preference", "feature", "flag":
			return true
		}
	}
	return false
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.write.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	out.Timeline = r.Steps(f.read, f.acquire, f.write)
	lock := r.LockName(f.fn, f.acquire, effects.Event{})
	read, taken := r.Line(f.read), r.Line(f.acquire)
	const mend = "; read it again after the lock is taken, or make the write conditional and look at its row count"
	if f.category == value {
		out.Message = "what is written under " + lock + " (taken at line " + taken + ") was read at line " + read +
			", before the lock: its last holder may have changed it meanwhile, and that change is lost" + mend
	} else {
		out.Message = "the write under " + lock + " (taken at line " + taken + ") was decided by what was read at line " + read +
			", before the lock: its last holder may have changed it meanwhile" + mend
	}
	out.Assuming = "that the lock guards what was read"
	if assume := effects.Assumed(f.acquire, f.read, f.write); assume != "" {
		out.Assuming += " and " + assume
	}
	return out
}
