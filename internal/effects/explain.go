package effects

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A Point is what is believed of one line in one function.
type Point struct {
	Func   string
	Capped bool // the function has more paths than are followed
	Paths  int  // groups of paths that come to the line; 0: none does
	State
	Given []string // what is known of transactions among the parameters
	Calls []Call
}

// A State is what is held and open.
type State struct{ Held, Open []Standing }

// A Standing is a lock that is held or a transaction that is open.
type Standing struct {
	Name   string
	Since  token.Pos // NoPos: since before the function
	By     string    // the source that took or began it
	Always bool      // on all paths
}

// A Call is what a call is believed to do.
type Call struct {
	Pos      token.Pos
	Text     string
	From     string   // where that is known from
	Does     []string // what it does in general
	Here     []string // what it does here, on the paths that are followed
	Releases bool     // it gives a lock back, as far as is known
	Released bool     // and here it is known which
	Deferred *Point   // what is so when the deferred call runs; nil: it is not deferred
}

// Followed tells whether the flow of the package was looked at, and if not, why.
func (r *Result) Followed() (why string, ok bool) {
	switch {
	case r.ir.Err != nil:
		return "the package could not be analysed: " + firstLine(r.ir.Err.Error()), false
	case r.ir.SSA == nil:
		return "nothing in this package can matter: it reaches no store and no lock of a library, and behind each Lock of a mutex stands the defer that unlocks it, which is all that was looked at", false
	}
	return "", true
}

// Failed tells that the package could not be analysed: nothing is known of it.
func (r *Result) Failed() bool { return r.ir.Err != nil }

func firstLine(s string) string { s, _, _ = strings.Cut(s, "\n"); return s }

// At explains a line: one point for each function, or function literal, that has code there.
func (r *Result) At(file string, line int) []Point {
	var out []Point
	on := func(pos token.Pos) bool { return r.OnLine(pos, file, line) }
	for _, fn := range r.ir.Funcs {
		if first := firstOn(fn, on); first != nil {
			out = append(out, r.point(fn, first, on))
		}
	}
	return out
}

// OnLine tells whether a position, or the place where a finding about it would point, is on the line.
func (r *Result) OnLine(pos token.Pos, file string, line int) bool {
	if !pos.IsValid() {
		return false
	}
	for _, pos := range []token.Pos{pos, r.Site(pos).Pos} {
		if p := r.fset.Position(pos); p.Filename == file && p.Line == line {
			return true
		}
	}
	return false
}

// firstOn is the first instruction on the line, in the order of the blocks.
func firstOn(fn *ssa.Function, on func(token.Pos) bool) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if on(instr.Pos()) {
				return instr
			}
		}
	}
	return nil
}

// point follows the function once more and looks at what comes to the line.
func (r *Result) point(fn *ssa.Function, first ssa.Instruction, on func(token.Pos) bool) Point {
	p := Point{Func: fn.RelString(r.ir.SSA.Pkg), Given: r.given(fn)}
	at := map[ssa.Instruction][]section.State{}
	runs := map[ssa.Instruction][]section.State{}
	here := map[token.Pos][]section.Event{}
	f := section.Observe(fn, r.world, r.entries[fn], func(instr ssa.Instruction, s section.State) {
		switch {
		case s.Runs:
			runs[instr] = append(runs[instr], s)
		case instr == first || on(instr.Pos()):
			at[instr] = append(at[instr], s)
		}
	}, func(e section.Event) { here[e.Pos] = append(here[e.Pos], e) })
	p.Capped, p.Paths = f.Capped, len(at[first])
	p.State = r.state(fn, at[first])
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			ci, ok := instr.(ssa.CallInstruction)
			if !ok || !on(instr.Pos()) {
				continue
			}
			call := r.call(fn, ci, at[instr], here[instr.Pos()])
			if _, deferred := instr.(*ssa.Defer); deferred {
				call.Deferred = &Point{Paths: len(runs[instr]), State: r.state(fn, runs[instr])}
			}
			if call.From != "" {
				p.Calls = append(p.Calls, call)
			}
		}
	}
	slices.SortStableFunc(p.Calls, func(a, b Call) int { return int(a.Pos - b.Pos) })
	return p
}

// given says which parameters of fn are transactions by their type, and which lead to a live one in a call
// in this package.
func (r *Result) given(fn *ssa.Function) []string {
	s := r.world.speakerFor(fn)
	var out []string
	for i, p := range fn.Params {
		if e := r.world.Catalog().TypeOf(p.Type()); e != nil && e.Scope == catalog.TxScope {
			out = append(out, s.params[i]+" is a transaction of the caller, as its type says")
		}
	}
	for path := range r.world.live[fn] {
		path = strings.TrimLeft(path, "*")
		for i, name := range s.params {
			path = renamed(path, fmt.Sprintf("p%d", i), name)
		}
		for i, name := range s.frees {
			path = renamed(path, fmt.Sprintf("free%d", i), name)
		}
		if !strings.ContainsAny(path, "#!") {
			out = append(out, path+" leads to a transaction that is open in a caller")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func renamed(path, from, to string) string {
	if path == from || strings.HasPrefix(path, from+".") {
		return to + path[len(from):]
	}
	return path
}

// state joins what is held and open on all paths.
func (r *Result) state(fn *ssa.Function, states []section.State) State {
	namer := newFunction(r.world, &section.Function{Fn: fn})
	var out State
	add := func(list []Standing, name string, e section.Event) []Standing {
		s := Standing{Name: name, Since: e.Pos}
		if at := r.Site(e.Pos); at.Node != nil {
			s.Since, s.By = at.Pos, finding.Text(r.fset, at.Node)
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
		return list
	}
	for _, s := range states {
		for _, e := range s.Held {
			out.Held = add(out.Held, r.LockName(namer, Event{e}, Event{e}), e)
		}
		for _, e := range s.Open {
			out.Open = add(out.Open, "transaction", e)
		}
	}
	for i, st := range out.Held {
		out.Held[i].Always = !slices.ContainsFunc(states, func(s section.State) bool { return !r.stands(s.Held, st) })
	}
	for i, st := range out.Open {
		out.Open[i].Always = !slices.ContainsFunc(states, func(s section.State) bool { return !r.stands(s.Open, st) })
	}
	return out
}

func (r *Result) stands(events []section.Event, st Standing) bool {
	return slices.ContainsFunc(events, func(e section.Event) bool {
		pos := e.Pos
		if at := r.Site(e.Pos); at.Node != nil {
			pos = at.Pos
		}
		return pos == st.Since
	})
}

// call says what one call is believed to do.
func (r *Result) call(fn *ssa.Function, instr ssa.CallInstruction, states []section.State, here []section.Event) Call {
	out := Call{Pos: instr.Pos()}
	if at := r.Site(instr.Pos()); at.Node != nil {
		out.Text = finding.Text(r.fset, at.Node)
	}
	k, s := r.world.known(instr.Common()), r.world.speakerFor(fn)
	switch {
	case k.dynamic:
		s.results = resultNames(instr.Common().Signature())
		out.From, out.Does, k.cases = r.value(s, states)
	default:
		out.From, out.Does = r.believed(k)
	}
	for _, e := range here {
		if text := s.event(e); !slices.Contains(out.Here, text) {
			out.Here = append(out.Here, text)
		}
		out.Released = out.Released || e.Kind == summary.Release
	}
	out.Releases = k.entry != nil && k.entry.Role == catalog.Release || releases(k.cases)
	return out
}

func releases(cases []section.Case) bool {
	return slices.ContainsFunc(cases, func(c section.Case) bool {
		return slices.ContainsFunc(c.Events, func(e section.Event) bool { return e.Kind == summary.Release })
	})
}

// value says what a function value is on the paths, and what it does, in the terms of its caller.
func (r *Result) value(s speaker, states []section.State) (from string, does []string, cases []section.Case) {
	for _, st := range states {
		x := st.Callee
		switch {
		case x == nil:
		case x.Op == summary.Func:
			if body, ok := r.world.Named(x.Name); ok {
				from = "what the function value is on the paths: " + funcName(x.Name)
				cases = append(cases, st.Inside(body)...)
			}
		case from == "" && x.Has(summary.Param, summary.Free):
			from = "nothing: a function that the caller gives, or that it can change"
		}
	}
	if cases == nil {
		return nameOr(from, "nothing: a function value"), []string{"unknown"}, nil
	}
	return from, s.ways(cases, false), cases
}

// funcName is the name of a function without the path of its package.
func funcName(name string) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "$bound"), "$thunk")
	start := strings.TrimLeft(name, "(*")
	return name[:len(name)-len(start)] + start[strings.LastIndexByte(start, '/')+1:]
}

// believed says where something is known of the callee from, and what: "" for a call that is not worth a word.
func (r *Result) believed(k knowledge) (from string, does []string) {
	switch k.from {
	case fromBuiltin:
		return "", nil
	case fromModel:
		return "built in: " + k.name, []string{"passes keys, contexts or errors on"}
	case fromCatalog:
		return "catalogue: " + k.name, []string{entryWords(k.entry)}
	case fromBehind:
		return "catalogue: a library type stands behind " + k.name, []string{entryWords(k.entry)}
	case fromNoReturn:
		return "built in: " + k.name, []string{"does not return"}
	case fromHere:
		from = "its body in this package: " + k.name
	case fromFact:
		from = "a fact of package " + k.obj.Pkg().Path() + ": " + k.name
	case fromTypes:
		from = r.implementations(k)
	case fromShape:
		from = "presumed by the shape of the interface: " + k.name
	default:
		return "nothing: " + k.name, []string{"unknown"}
	}
	return from, r.ways(k)
}

// implementations names the methods that stand behind a method of an interface.
func (r *Result) implementations(k knowledge) string {
	var names []string
	for _, impl := range r.world.methods(k.obj) {
		if cases := r.world.effectsOf(impl); happens(cases) || leadsOn(impl, cases) {
			names = append(names, calleeName(impl))
		}
	}
	if names == nil {
		return "implementations of " + k.name + " that imported packages know of"
	}
	return "the implementations of " + k.name + " in sight: " + strings.Join(names, ", ")
}

// ways are the cases of a callee, each on one line.
func (r *Result) ways(k knowledge) []string {
	s := speaker{world: r.world}
	switch {
	case k.obj != nil:
		s = r.world.speakerOf(k.obj)
	case k.fn != nil:
		s = r.world.speakerFor(k.fn)
	}
	return s.ways(k.cases, k.capped)
}

func (s speaker) ways(cases []section.Case, capped bool) []string {
	var out []string
	for _, c := range cases {
		text := strings.Join(s.way(c), "; ")
		if text == "" {
			text = "nothing that matters"
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) > 1 {
		for i := range out {
			out[i] = fmt.Sprintf("%d. %s", i+1, out[i])
		}
	}
	if capped {
		out = append(out, "and more ways, which are not followed")
	}
	return out
}

// near writes other packages by their names.
func near(pkg *types.Package) types.Qualifier {
	return func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		return p.Name()
	}
}

// A Summary is what a caller is told of a function.
type Summary struct {
	Name   string
	Pos    token.Pos
	Entry  []string // what is held when it begins, as other methods leave it
	Ways   [][]string
	Capped bool
}

// Explain gives the summaries of the functions of the package with a name: "F", "T.M", "(*T).M".
func (r *Result) Explain(name string) []Summary {
	plain := strings.NewReplacer("(", "", ")", "", "*", "")
	var out []Summary
	for _, fn := range r.ir.Funcs {
		f := r.world.memo[fn].fnOrNil()
		obj, ok := fn.Object().(*types.Func)
		full := fn.RelString(r.ir.SSA.Pkg)
		if f == nil || !ok || plain.Replace(full) != plain.Replace(name) {
			continue
		}
		s := r.world.speakerFor(fn)
		sum := Summary{Name: types.ObjectString(obj, near(obj.Pkg())), Pos: fn.Pos(), Capped: f.Capped}
		for _, e := range r.entries[fn].Held {
			sum.Entry = append(sum.Entry, s.lock(e.Lock))
		}
		for _, c := range f.Cases {
			way := s.way(c)
			if !slices.ContainsFunc(sum.Ways, func(w []string) bool { return slices.Equal(w, way) }) {
				sum.Ways = append(sum.Ways, way)
			}
		}
		out = append(out, sum)
	}
	return out
}
