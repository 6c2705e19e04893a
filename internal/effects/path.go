package effects

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A Path is one way through a function, from a moment at which nothing was held to the next.
type Path struct {
	Before []Event // statements that ran before, with nothing held
	Events []Event
	Exit   summary.Exit
	Ends   bool // it goes on to the end of the function
	Fails  bool // and returns an error there

	Results  []section.Result // Ends: what is known of the results
	Held     []Held           // the locks that are held at the way out
	Pinned   []Held           // the connections and transactions that are not given back there
	Out      token.Pos        // the way out: a return, a panic, the end of a round of a loop
	Answer   summary.Truth    // whether the caller is told that it went well
	Panicked bool             // the way out is a panic, even if the function recovers
	block    int
	loop     int
}

// A Held is a lock or connection that a path ends with, and how it came.
type Held struct {
	Event
	Away bool // somebody else has it, who may give it back
}

// An Event is one thing that happens on a path.
type Event struct{ section.Event }

// Acquire is the position of the acquire of the lock that is released at position i, or -1.
func (p Path) Acquire(i int) int {
	lock := p.Events[i].Lock
	loose := lock
	loose.Handle = loose.Handle.Loose()
	for j := i - 1; j >= 0; j-- {
		e := p.Events[j]
		if e.Kind == summary.Acquire && (e.Lock.Same(lock) || e.Lock.Same(loose)) {
			return j
		}
	}
	return -1
}

// ReleasedAgain tells that the lock that is released at position i is released by hand once more without having been
// acquired in between.
func (p Path) ReleasedAgain(i int) bool {
	for _, e := range p.Events[i+1:] {
		if e.Lock.Same(p.Events[i].Lock) {
			return e.Kind == summary.Release && !e.Deferred
		}
	}
	return false
}

// OpenAt tells whether the transaction is open at position i, and where it began: -1 if before the path.
func (p Path) OpenAt(handle *summary.Expr, i int) (begin int, open bool) {
	for j := i - 1; j >= 0; j-- {
		e := p.Events[j]
		if !summary.Equal(e.Handle, handle) {
			continue
		}
		switch e.Kind {
		case summary.Begin:
			return j, true
		case summary.Commit, summary.Rollback:
			return -1, false
		}
	}
	return -1, true
}

// EndAfter is the position behind i at which the transaction commits or rolls back, or -1.
func (p Path) EndAfter(handle *summary.Expr, i int) int {
	for j := i + 1; j < len(p.Events); j++ {
		e := p.Events[j]
		if (e.Kind == summary.Commit || e.Kind == summary.Rollback) && summary.Equal(e.Handle, handle) {
			return j
		}
	}
	return -1
}

// On are the reads and writes on a handle between two positions, the first of each place.
func (p Path) On(handle *summary.Expr, from, to int) []Event {
	var out []Event
	for _, e := range p.Events[from+1 : to] {
		if (e.Kind == summary.Read || e.Kind == summary.Write) && summary.Equal(e.Handle, handle) {
			if !slices.ContainsFunc(out, func(o Event) bool { return o.Pos == e.Pos && o.Kind == e.Kind }) {
				out = append(out, e)
			}
		}
	}
	return out
}

// SameCall tells that both events happen inside of one call of a function of the project.
func (e Event) SameCall(o Event) bool {
	return e.Pos == o.Pos && len(e.Via) > 0 && len(o.Via) > 0 && e.Via[0] == o.Via[0]
}

// Around tells that begin and commit are those of a runner, in whose function value the release happens.
func (e Event) Around(release, commit Event) bool {
	if e.Runner && commit.Runner {
		return true
	}
	if begins := e.In; begins.Holds(commit.Pos) && !begins.Holds(release.Pos) && release.Pos.IsValid() {
		return true // the function in which it begins and commits runs the one that releases
	}
	return e.SameCall(commit) && !release.SameCall(e)
}

// A Function is what is known of one function.
type Function struct {
	Name  string // pkg.Func, (*pkg.Type).Method, pkg.Func$1
	Paths []Path
	Lost  []Event // statements that take or give back a lock and whose answer nobody can see
	// Releases are the releases on all paths, and those of the function literals that the function returns, each once.
	Releases []Release

	fn     *ssa.Function
	liveTx map[string]bool
	params []string
	frees  []string
	inside bool
	world  *world
	flow   flow
	follow *section.Flow // nil: not asked for yet
}

func newFunction(w *world, of *section.Function) *Function {
	fn := of.Fn
	f := &Function{Name: fn.String(), liveTx: w.live[fn], inside: fn.Parent() != nil, fn: fn, world: w, flow: flow{of: of}}
	for _, p := range of.Paths {
		f.Paths = append(f.Paths, Path{
			Before: w.placed(fn, p.Before), Events: w.placed(fn, p.Events), Exit: p.Exit, Ends: p.Ends, Fails: p.Fails,
			Results: p.Results,
			Held:    heldOf(p.Held), Pinned: heldOf(p.Pinned),
			Out: p.Out, Answer: p.Answer, Panicked: p.Panicked, block: p.Block, loop: p.Loop,
		})
	}
	for _, p := range fn.Params {
		f.params = append(f.params, p.Name())
	}
	for _, v := range fn.FreeVars {
		f.frees = append(f.frees, v.Name())
	}
	return f
}

// placed are events that know whether the SQL database is of this process alone.
func (w *world) placed(fn *ssa.Function, events []section.Event) []Event {
	if len(events) == 0 {
		return nil
	}
	out := make([]Event, len(events))
	for i := range events {
		out[i].Event = events[i]
		if w.ofThisProcess(fn, events[i]) {
			out[i].Store = catalog.Embedded
		}
	}
	return out
}

// Literal tells that the function is a literal: what its caller commits is seen where it is run.
func (f *Function) Literal() bool { return f.inside }

// IsTx tells that the handle of an event, which did not begin on the path, is a transaction: its type
// says so, or a caller in this package gives the parameter a live one. Where the path itself had to look
// whether the context carries a transaction, only the caller can say so.
func (f *Function) IsTx(e Event) bool {
	switch e.Scope {
	case catalog.TxScope:
		return !e.Looked || f.liveTx[e.Handle.String()]
	case catalog.AnyScope:
		return f.liveTx[e.Handle.String()]
	}
	return false
}

// Received tells that a handle came into the function from outside: with a parameter, the receiver or a
// context.
func Received(handle *summary.Expr) bool {
	root := handle.Root()
	return root != nil && root.Op == summary.Param
}

// Steps are the lines of the timeline for events.
func (r *Result) Steps(events ...Event) []finding.Step {
	var out []finding.Step
	for _, e := range events {
		if !e.Pos.IsValid() {
			continue
		}
		at := r.Site(e.Pos)
		s := finding.Step{Pos: at.Pos, End: at.End, What: e.Kind.String()}
		if at.Node != nil {
			s.Text = finding.Text(r.fset, at.Node)
		}
		if e.Kind == summary.Commit && at.Node != nil && holdsLiteral(at.Node) {
			s.Pos = at.End - 1 // a runner commits when the function value has returned
		}
		out = append(out, s)
	}
	return out
}

func holdsLiteral(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		_, lit := n.(*ast.FuncLit)
		found = found || lit
		return !found
	})
	return found
}

// Line is the line number of an event.
func (r *Result) Line(e Event) string {
	steps := r.Steps(e)
	if len(steps) == 0 {
		return "?"
	}
	return strconv.Itoa(r.fset.Position(steps[0].Pos).Line)
}

// Assumed is the first assumption on which one of the events rests.
func Assumed(events ...Event) string {
	for _, e := range events {
		if e.Assume != "" {
			return e.Assume
		}
	}
	return ""
}

// LockName names the lock of an acquire and its release for a message: by its key, or its path, or the
// call that took it.
func (r *Result) LockName(f *Function, acquire, release Event) string {
	noun := "lock"
	switch acquire.Lock.Kind {
	case catalog.Process:
		noun = "mutex"
	case catalog.Session:
		noun = "session lock"
	}
	for _, l := range []summary.Lock{acquire.Lock, release.Lock} {
		if p := l.Key.Pattern(); p != "" {
			return noun + " " + strconv.Quote(p)
		}
	}
	for _, x := range []*summary.Expr{acquire.Lock.Handle, release.Lock.Handle, acquire.Lock.Key} {
		if text := f.path(x); text != "" {
			return noun + " " + text
		}
	}
	if at := r.Site(acquire.Pos); at.Node != nil {
		return noun + " of line " + strconv.Itoa(r.fset.Position(at.Pos).Line)
	}
	return "the " + noun
}

// path writes an access path with the names of the source, or "" where it starts at no name.
func (f *Function) path(x *summary.Expr) string {
	if x == nil {
		return ""
	}
	switch x.Op {
	case summary.Param:
		if x.Index < len(f.params) {
			return f.params[x.Index]
		}
	case summary.Free:
		if x.Index < len(f.frees) {
			return f.frees[x.Index]
		}
	case summary.Global:
		return x.Name[strings.LastIndexAny(x.Name, "/.")+1:]
	case summary.Deref:
		return f.path(x.Args[0])
	case summary.Field:
		if base := f.path(x.Args[0]); base != "" && !strings.ContainsAny(x.Name, "#!") {
			return base + "." + x.Name
		}
	case summary.Elem:
		if base := f.path(x.Args[0]); base != "" {
			return base + "[...]"
		}
	}
	return ""
}
