package localmutex

import (
	_ "embed"
	"go/token"
	"strconv"

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

const name = "localmutex"

// The categories.
const (
	readModifyWrite = "read-modify-write" // the written value depends on the row read under the mutex
	checkThenWrite  = "check-then-write"  // whether it is written depends on it
	singleton       = "singleton"         // TryLock gates a job that writes
	writeOnly       = "write-only"        // several writes and no read under a package-level mutex
)

var sure = map[string]finding.Sureness{
	readModifyWrite: finding.Likely, checkThenWrite: finding.Likely, singleton: finding.Review, writeOnly: finding.Review,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	rule := e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), func(f fault) token.Pos { return f.acquire.Pos }) {
			report(f.describe(u.Result))
		}
	})
	run := rule.Run
	rule.Run = func(pass *analysis.Pass) (any, error) {
		if e.Settings(pass).LocalMutex.Replicas == 1 { // off: nobody is asked to remove a directive either
			return nil, nil
		}
		return run(pass)
	}
	return rule
}

// faultsOf finds the faults on all paths, those that tell the most first.
func faultsOf(result *effects.Result) []fault {
	byCategory := map[string][]fault{}
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire {
					continue
				}
				if f, _ := look(fn, path, i); f.category != "" {
					byCategory[f.category] = append(byCategory[f.category], f)
				}
			}
		}
	}
	var out []fault
	for _, c := range []string{readModifyWrite, checkThenWrite, singleton, writeOnly} {
		out = append(out, byCategory[c]...)
	}
	return out
}

// A fault is a section whose rows only a mutex of the process guards.
type fault struct {
	fn       *effects.Function
	acquire  effects.Event
	read     effects.Event // zero where nothing is read
	write    effects.Event
	category string
}

// look looks at the section that begins with the acquire at position i. Where it is no fault, the reason says why.
func look(fn *effects.Function, path effects.Path, i int) (fault, reason) {
	acquire := path.Events[i]
	switch {
	case acquire.Lock.Kind != catalog.Process:
		return fault{}, otherKind
	case acquire.Lock.Shared:
		return fault{}, readers
	}
	end := path.ReleaseOf(i)
	if end < 0 { // nobody knows how far it reaches
		return fault{}, unreleased
	}
	release := path.Events[end]
	found, best := fault{}, noWrite
	writes := 0
	for k := i + 1; k < end; k++ {
		write := path.Events[k]
		if write.Kind != summary.Write {
			continue
		}
		if why := safe(path, i, k); why != none {
			best = max(best, why)
			continue
		}
		writes++
		f, why := pair(fn, path, i, k)
		best = max(best, why)
		if f.category != "" && (found.category == "" || found.category == checkThenWrite && f.category == readModifyWrite) {
			found = f
		}
	}
	if found.category == "" && writes > 0 {
		found = judged(fn, path, i, end, writes)
	}
	switch {
	case found.category == "":
		return fault{}, best
	case guardsMemory(fn, path, i, end, release):
		return fault{}, inMemory
	case besideOther(fn, path, i):
		return fault{}, twoTier
	}
	return found, none
}

// judged are the sections that a reader has to judge.
func judged(fn *effects.Function, path effects.Path, i, end, writes int) fault {
	acquire := path.Events[i]
	f := fault{fn: fn, acquire: acquire}
	for k := i + 1; k < end; k++ {
		if e := path.Events[k]; e.Kind == summary.Write && safe(path, i, k) == none {
			f.write = e
			break
		}
	}
	switch {
	case acquire.Traits.Has(summary.Try):
		f.category = singleton
	case writes > 1 && acquire.Lock.Handle.Root() != nil && acquire.Lock.Handle.Root().Op == summary.Global && !reads(path, i, end):
		f.category = writeOnly
	}
	return f
}

func reads(path effects.Path, from, to int) bool {
	for _, e := range path.Events[from+1 : to] {
		if e.Kind == summary.Read {
			return true
		}
	}
	return false
}

// safe says why a write needs no lock, or has another one than the mutex.
func safe(path effects.Path, i, k int) reason {
	acquire, write := path.Events[i], path.Events[k]
	switch {
	case write.Store == catalog.NoStore:
		return unknownStore
	case write.Store == catalog.Embedded:
		return embedded
	case write.Traits.Has(summary.Schema):
		return schema
	case write.SameCall(acquire): // the section is that of the function called, and is looked at there
		return inCallee
	case write.Traits.Has(summary.Relative), write.Traits.Has(summary.Upsert) && !write.Traits.Has(summary.Overwrites):
		return atomic
	case write.Traits.Has(summary.Guarded | summary.Counted):
		return conditional
	case write.Traits.Has(summary.Unique):
		return unique
	case effects.BesideHandle(acquire, write):
		return connection
	}
	for _, h := range path.HeldAt(k) {
		if path.Events[h].Lock.Kind != catalog.Process {
			return twoTier
		}
	}
	for j := i + 1; j < k; j++ {
		if path.RowsHeldAt(j, k) {
			return rowLocked
		}
	}
	return none
}

// pair looks for a read in the section on which the write depends.
func pair(fn *effects.Function, path effects.Path, i, k int) (fault, reason) {
	write := path.Events[k]
	f, best := fault{}, noRead
	if path.Events[i].Traits.Has(summary.Try) {
		return f, gate
	}
	for j := i + 1; j < k; j++ {
		read := path.Events[j]
		if read.Kind != summary.Read {
			continue
		}
		if !effects.SameData(read, write) {
			best = max(best, otherRows)
			continue
		}
		data, control := fn.Depends(read, write)
		switch {
		case data:
			return fault{fn: fn, acquire: path.Events[i], read: read, write: write, category: readModifyWrite}, none
		case control && !write.Traits.Has(summary.Upsert):
			f = fault{fn: fn, acquire: path.Events[i], read: read, write: write, category: checkThenWrite}
		default:
			best = max(best, independent)
		}
	}
	return f, best
}

// guardsMemory tells that one of the mutexes held guards memory too.
func guardsMemory(fn *effects.Function, path effects.Path, i, end int, release effects.Event) bool {
	if fn.GuardsMemory(path.Events[i], release) {
		return true
	}
	for _, h := range path.HeldAt(end) {
		if e := path.Events[h]; h != i && e.Lock.Kind == catalog.Process && fn.GuardsMemory(e, release) {
			return true
		}
	}
	return false
}

// besideOther tells that a lock that other processes see is taken on another way from the same acquire, and not on
// this one: a program that runs in several processes is set up to have it.
func besideOther(fn *effects.Function, path effects.Path, i int) bool {
	if takesOther(path, i) {
		return false
	}
	for _, other := range fn.Paths {
		for k, e := range other.Events {
			if e.Kind == summary.Acquire && e.Pos == path.Events[i].Pos && e.Lock.Kind == catalog.Process && takesOther(other, k) {
				return true
			}
		}
	}
	return false
}

// takesOther tells that a lock that other processes see is taken while the mutex is held that is acquired at position i.
func takesOther(path effects.Path, i int) bool {
	for _, e := range path.Events[i+1:] {
		switch {
		case e.Kind == summary.Acquire && e.Lock.Kind != catalog.Process:
			return true
		case e.Kind == summary.Release && e.Lock.Same(path.Events[i].Lock):
			return false
		}
	}
	return false
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.acquire.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	out.Timeline = r.Steps(f.acquire)
	if f.read.Kind != 0 {
		out.Timeline = append(out.Timeline, r.Steps(f.read)...)
	}
	out.Timeline = append(out.Timeline, r.Steps(f.write)...)
	out.Message = f.message(r)
	if out.Sure == finding.Likely {
		out.Assuming = "that the program runs in more than one process"
		if assume := effects.Assumed(f.acquire, f.read, f.write); assume != "" {
			out.Assuming += " and " + assume
		}
	}
	return out
}

func (f fault) message(r *effects.Result) string {
	lock := r.LockName(f.fn, f.acquire, effects.Event{})
	what := f.rows()
	read, write := r.Line(f.read), r.Line(f.write)
	switch f.category {
	case readModifyWrite:
		return lock + " is all that guards " + what + ", read at line " + read + " and written back at line " + write +
			": another process writes in between and one of the two changes is lost; " + f.remedy(what)
	case checkThenWrite:
		return lock + " is all that guards " + what + ", checked at line " + read + " and then written at line " + write +
			": another process passes the same check and both write; " + f.remedy(what)
	case singleton:
		return lock + " keeps a job that writes " + what + " at line " + write + " from running twice in this process only: every other process runs it too; take a distributed lock"
	}
	return lock + " keeps the writes of " + what + " together, the first at line " + write + ", in this process only: put them into one transaction"
}

// rows names what is written.
func (f fault) rows() string {
	if t := f.write.Table; t != "" {
		return "table " + t
	}
	p := f.write.Item.Pattern()
	switch {
	case p == "":
		return "the rows"
	case f.write.Store == catalog.SQL: // the text leaves it open
		return "table " + p
	}
	return "key " + strconv.Quote(p)
}

// remedy says what to do instead.
func (f fault) remedy(what string) string {
	switch {
	case f.write.Store == catalog.SQL && f.category == checkThenWrite:
		return "let a unique constraint or a condition in the statement decide, lock the rows of " + what + " (SELECT ... FOR UPDATE), or take a distributed lock"
	case f.write.Store == catalog.SQL:
		return "lock the row (SELECT ... FOR UPDATE on " + what + "), make the update conditional (WHERE version = ? and look at the row count), or take a distributed lock"
	case f.write.Store == catalog.Redis:
		return "change it in one step (INCR, a script, WATCH), or take a distributed lock"
	}
	return "make the write conditional on what was read, or take a distributed lock"
}
