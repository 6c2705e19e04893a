// Package section follows the flow of one function: which locks are held, which transactions are open
// and which defers are pending at each program point, on which paths.
//
// It is a symbolic execution that keeps apart only the paths that differ in what happened to locks and
// transactions (see config), and joins all others. What a call does comes from a summary: of a library
// function from the catalogue, of everything else from the [World], which knows the functions of this
// package and the facts about those of others. Where too many paths differ, or nothing is known of a
// call, less is claimed: nothing is invented.
package section

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// Limits of the analysis of one function. What goes beyond is not followed, and Function.Capped says so.
const (
	maxConfigs = 32         // configs at one program point
	maxVisits  = 100        // rounds over one block
	maxSteps   = 50_000     // instructions, counted for each config
	maxCopied  = 10_000_000 // entries of configs, for each block that a config goes through
	eventSteps = 40         // instructions that an event of a callee counts for
	maxRuns    = 6          // calls of function values that part configs while nothing is held
	maxTrace   = 64         // events in one trace
	maxPaths   = 256        // recorded paths
	maxDepth   = 8          // function values run inside of function values
)

// A World answers for everything outside of the function.
type World interface {
	// Catalog is the models of libraries.
	Catalog() *catalog.Catalog
	// Function is what a function of this package, or a wrapper that go/ssa made, does: nil for one
	// without a body, or one of which nothing is known.
	Function(fn *ssa.Function) *Function
	// Imported is what a function of another package does, or nil.
	Imported(fn *types.Func) *Imported
	// Implementations is what a call of method m of an interface may do, receiver as parameter 0.
	// nil where there is none in sight; all tells that none was left out because there are too many.
	Implementations(m *types.Func) (cases []Case, all bool)
	// Behind is the library method that stands behind a method of a project's interface, if a library type
	// implements it; Presumed is what the interface's shape says of it.
	Behind(m *types.Func) *catalog.Entry
	Presumed(m *types.Func) []Case
	// Name is the name of a function value in expressions, and Named what the function of a name does:
	// one of this package, or a literal of another package that came with a summary.
	Name(fn *ssa.Function) string
	Named(name string) (cases []Case, known bool)
	// ChanLock tells whether a channel is used as a mutex.
	ChanLock(v ssa.Value) ChanUse
	// Func is the function of this package that has that name, or nil.
	Func(name string) *ssa.Function
	// Object is the declared function, the generic one for an instance, or nil for a literal.
	Object(fn *ssa.Function) *types.Func
	// GivenTx hears that a path of a parameter of fn leads to a live transaction, and GivenPath that it
	// leads to what a path of a caller's parameter leads to.
	GivenTx(fn *ssa.Function, path string)
	GivenPath(fn *ssa.Function, path string, caller *ssa.Function, callerPath string)
	// FieldFunc is the function that a field holds in a struct, where it is always the same one, or nil.
	FieldFunc(field *types.Var, base *summary.Expr) *summary.Expr
	// SetOnce tells a package variable that is assigned to only where it is declared.
	SetOnce(g *ssa.Global) bool
	// Assigned is the only value that this package assigns to a package variable of its own or an unexported field, or nil.
	Assigned(v types.Object) ssa.Value
	// Dispatch are the functions that a map, which is a package variable, is declared with under a key.
	Dispatch(global, key string) []*ssa.Function
	// HandlesDuplicate tells that a function, or a literal in it, handles the violation of a unique constraint.
	HandlesDuplicate(fn *ssa.Function) bool
	// Limit is how many nanoseconds the package gives a limit that is a field of something or a package variable,
	// wherever it gives it one; root is the type of what the path begins with, nil for a package variable.
	Limit(root types.Type, path *summary.Expr) (ns string, known bool)
	// Effects are the cases of a callee, as far as they are known without the path.
	Effects(call *ssa.CallCommon) []Case
	// Renews tells that the function, or one that it starts, calls or hands on, renews leases.
	Renews(fn *ssa.Function) bool
	// RenewsWithout is the parameter of a function, or a field of one, without which it renews leases: where that is not
	// positive; isTime tells that it is a time.Duration. It is nil for a function that does so for another reason, or never.
	RenewsWithout(fn *ssa.Function) (x *summary.Expr, isTime bool)
	// HearsLoss tells that somebody in sight of a function that takes a lock listens for its loss.
	HearsLoss(fn *ssa.Function) bool
	// Number is the number that a package variable is declared with, where its package assigns no other one; open tells that
	// other packages may.
	Number(name string) (n string, open, known bool)
	// NoReturn tells that a function does not return.
	NoReturn(fn *ssa.Function) bool
}

// A Function is what is known of a function of this package.
type Function struct {
	Fn     *ssa.Function
	Paths  []Path
	Cases  []Case
	Capped bool // some paths are not followed
	Bottom bool // nothing is known yet: a call of it leads back to itself, and does not return as far as is known

	Lost     []Event                    // statements that take or give back a lock and whose answer nobody can see
	Acquired map[token.Pos]summary.Lock // the places at which a lock is taken on some path, and which one
	Kept     map[token.Pos]bool         // the calls of function values behind which a lock is held that they took
	Ends     []End                      // the ways out
	Entered  map[int][]summary.Lock     // the locks with which loops begin, by their first block
	Releases []Release                  // in the order in which they were found
	Keys     []Event                    // acquires and releases by a key, on whatever path, each once
	texts    []Event                    // statements whose text, Func, a caller gives: there may be locks in it
}

// A Case is a [summary.Case] whose events have their places.
type Case struct {
	Pre, Post []summary.Cond
	Events    []Event
	Stores    []summary.Store
	Results   []*summary.Expr
	Exit      summary.Exit
	Recovers  bool    // ends a panic, when it is deferred itself
	Keys      []Event // the caller's keys by which locks are taken and given back, also those that are over

	locking bool     // a text that locks rows was chosen, see chooses
	puts    settings // see settings

	jump   *summary.Store // of the body of a range over a function: where its caller goes on
	defers []Deferred     // and what it has to run when it ends
}

// An Entry is what is so when the function begins.
type Entry struct {
	Held   []Event // acquires
	Before []Event // statements that ran under them
}

// Analyze follows fn.
func Analyze(fn *ssa.Function, world World, entry Entry) *Function {
	w := follow(fn, world, entry)
	return w.fn
}

// Watch is Analyze that then tells, for each instruction and each deferred call when it is run, once for each
// config that comes to it when nothing changes any more, which locks are held and which transactions are open.
func Watch(fn *ssa.Function, world World, entry Entry, at func(instr ssa.Instruction, held []summary.Lock, open []*summary.Expr)) *Function {
	w := follow(fn, world, entry)
	w.at = func(instr ssa.Instruction, c *config) { at(instr, c.held, c.open) }
	for _, b := range fn.Blocks {
		w.block(b, w.blocks[b.Index].configs)
	}
	return w.fn
}

// Summary is f without places, for other packages.
func (f *Function) Summary() *summary.Summary {
	s := &summary.Summary{Capped: f.Capped, Cases: Plain(f.Cases)}
	return s.Bounded()
}

// Plain are cases without places.
func Plain(cases []Case) []summary.Case {
	out := make([]summary.Case, len(cases))
	for i, c := range cases {
		out[i] = summary.Case{Pre: c.Pre, Post: c.Post, Stores: c.Stores, Results: c.Results, Exit: c.Exit, Recovers: c.Recovers}
		for _, e := range c.Events {
			out[i].Events = append(out[i].Events, plainEventOf(e))
		}
		for _, e := range c.Keys {
			out[i].Keys = append(out[i].Keys, e.Event)
		}
	}
	return out
}
