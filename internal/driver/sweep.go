package driver

import (
	"context"
	"go/token"
	"go/types"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/codec"
	"github.com/locklint/locklint/internal/load"
)

// A mode is what is done to a package.
type mode uint8

const (
	typesOnly   mode = iota
	borrowFacts      // take the facts of the plain package
	factsOnly        // run the analyzers that have facts
	full             // run all and keep the findings
)

// A task is what is to be done with a package.
type task uint8

const (
	decide  task = iota // whether the cache knows it
	outline             // what its types need
	check               // to type it, and to analyse it if it has to be
)

// A turn is a package whose turn it is.
type turn struct {
	*node
	task
}

// A node is a package in the sweep. First, when the same is true of all its dependencies, it is decided
// whether the cache knows it; it is settled when its facts are known. It is typed only if somebody needs
// the types: it is not in the cache itself, or something that depends on it is not. A library that is named in the body of a function of
// another library, and nowhere else, is not typed.
type node struct {
	pkg  *load.Package
	mode mode

	waits     int     // dependencies that are not settled yet
	after     []*node // the dependencies
	importers []*node // who waits for this one
	asking    int     // importers that are not settled yet
	living    int     // importers that are not retired yet
	decided   bool
	missed    bool // it has to be analysed
	failed    bool // by our mistake
	key       cache.Key
	outside   outside
	facts     []keptFact

	wanted    bool // its types are
	outline   *load.Outline
	queued    bool    // to be typed
	typeWaits int     // dependencies that are wanted for it and not typed yet
	typeUsers []*node // who waits for the types
	typed     bool
	unit      *load.Unit
	unnamed   *types.Package    // see unnamedOf
	sources   map[string][]byte // by file, while it is analysed
}

// A sweep is one run over the graph.
type sweep struct {
	opts    Options
	graph   *load.Graph
	nodes   map[*load.Package]*node
	facts   *factStore
	byFact  []*analysis.Analyzer // the analyzers with facts, among all required ones
	checker load.Checker
	base    cache.Key
	codec   *codec.Codec
	sums    sync.Map    // name of a file → cache.Key of its contents
	stale   atomic.Bool // a file changed while we looked

	mu         sync.Mutex // guards what follows, the states of the nodes, and the calls of the caller's functions
	result     *Result
	queue      []turn
	more       *sync.Cond // something was queued, or nothing is left
	left       int        // nodes that are not settled
	hits, miss int
	analysed   int // nodes to be analysed that are settled
	toAnalyse  int
}

func newSweep(opts Options, graph *load.Graph) *sweep {
	s := &sweep{
		opts:   opts,
		graph:  graph,
		nodes:  make(map[*load.Package]*node, len(graph.Packages)),
		byFact: withFacts(opts.Analyzers),
		result: &Result{Roots: graph.Roots()},
		left:   len(graph.Packages),
	}
	s.codec = codecOf(s.byFact)
	s.facts = newFactStore(s.codec, s.byFact)
	s.more = sync.NewCond(&s.mu)
	s.checker = load.Checker{Fset: token.NewFileSet(), Sizes: graph.Sizes, Imported: s.typesOf, Counts: s.counts, Unnamed: s.unnamedOf}
	if opts.Cache != nil {
		s.checker.Read = s.read
		s.base = s.baseKey()
	}
	for _, p := range graph.Packages { // dependencies come first
		n := &node{pkg: p}
		s.nodes[p] = n
		n.mode = s.choose(p)
		if n.mode >= factsOnly {
			s.toAnalyse++
		}
		after := p.Deps
		if n.mode == borrowFacts {
			after = append(slices.Clip(after), p.Plain)
		}
		for _, dep := range after {
			d := s.nodes[dep]
			d.importers = append(d.importers, n)
			d.asking++
			d.living++
			n.after = append(n.after, d)
			n.waits++
		}
	}
	return s
}

// typesOf are the types of a package, or nil where an import cycle was cut.
func (s *sweep) typesOf(p *load.Package) *types.Package {
	if n := s.nodes[p]; n.unit != nil {
		return n.unit.Types
	}
	return nil
}

// counts tells that the types of a package need one that it imports, whether they name it or not: one of the two has facts, or the analyzers
// look for its types among what others import.
func (s *sweep) counts(p, imported *load.Package) bool {
	return s.nodes[p].mode != typesOnly || s.nodes[imported].mode != typesOnly || s.opts.LooksFor != nil && s.opts.LooksFor(imported.Path)
}

// unnamedOf stands for a package among the imports of one whose types do not need it: what it imports can still be seen.
func (s *sweep) unnamedOf(p *load.Package) *types.Package {
	s.mu.Lock()
	defer s.mu.Unlock()
	var of func(p *load.Package) *types.Package
	of = func(p *load.Package) *types.Package {
		n := s.nodes[p]
		if n.unnamed != nil {
			return n.unnamed
		}
		n.unnamed = types.NewPackage(p.Path, p.Name)
		imports := make([]*types.Package, len(p.Deps))
		for i, dep := range p.Deps {
			imports[i] = of(dep)
		}
		n.unnamed.SetImports(imports)
		return n.unnamed
	}
	return of(p)
}

// choose decides what is done to a package.
func (s *sweep) choose(p *load.Package) mode {
	switch {
	case p.Root:
		return full
	case p.Standard || len(s.byFact) == 0:
		return typesOnly
	case p.Plain != nil && s.nodes[p.Plain].mode == factsOnly, p.Plain != nil && s.nodes[p.Plain].mode == full:
		return borrowFacts
	case p.Main:
		return factsOnly
	}
	if s.opts.WantsFacts == nil {
		return typesOnly
	}
	imports := make([]string, 0, len(p.Deps))
	for _, dep := range p.Deps {
		imports = append(imports, dep.Path)
	}
	if s.opts.WantsFacts(p.Path, imports) {
		return factsOnly
	}
	return typesOnly
}

// run works on every package as soon as its dependencies are done.
func (s *sweep) run(ctx context.Context) {
	s.mu.Lock()
	for _, p := range s.graph.Packages {
		if n := s.nodes[p]; n.waits == 0 {
			s.enqueue(n, decide)
		}
	}
	if s.opts.Cache == nil {
		s.wantAll()
	}
	s.mu.Unlock()
	var wg sync.WaitGroup
	for range s.workers() {
		wg.Go(func() {
			for t := s.next(); t.node != nil; t = s.next() {
				s.work(ctx, t)
			}
		})
	}
	wg.Wait()
}

// next is a node that something can be done to, or no node when all are settled.
func (s *sweep) next() turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && s.left > 0 {
		s.more.Wait()
	}
	if s.left == 0 {
		return turn{}
	}
	t := s.queue[0]
	s.queue = s.queue[1:]
	if s.opts.Progress != nil && (t.task == check || t.mode >= factsOnly) {
		s.opts.Progress(s.analysed, s.toAnalyse, t.pkg.Path)
	}
	return t
}

// work does what is to be done. Once a run is called off, nothing but the bookkeeping is.
func (s *sweep) work(ctx context.Context, t turn) {
	n := t.node
	switch t.task {
	case decide:
		var e *entry
		if ctx.Err() == nil {
			e = s.decide(n)
		}
		s.decidedOn(n, e)
	case outline:
		o := new(load.Outline)
		if ctx.Err() == nil {
			o = s.outlineOf(n)
		}
		s.outlined(n, o)
	case check:
		if ctx.Err() == nil {
			s.check(n)
		}
		s.checked(n)
	}
}

// outlined goes on from a node of which it is now known what its types need.
func (s *sweep) outlined(n *node, o *load.Outline) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n.outline = o
	s.wantFor(n, o.Needs)
	s.consider(n)
}

// decidedOn goes on from a node of which it is now known whether the cache has it: e is what is known of it,
// or nil.
func (s *sweep) decidedOn(n *node, e *entry) {
	if e != nil && n.mode >= factsOnly {
		s.take(n, e)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n.decided = true
	switch {
	case !n.missed:
		if n.mode >= factsOnly {
			s.hits++
		}
		s.settled(n)
	default:
		s.miss++
		s.want(n)
		if s.cold() {
			s.wantAll()
		}
	}
	s.consider(n)
}

// checked goes on from a node that has types.
func (s *sweep) checked(n *node) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n.typed = true
	s.result.Typed++
	for _, user := range n.typeUsers {
		user.typeWaits--
		s.consider(user)
	}
	if n.missed {
		s.settled(n)
	}
	if n.living == 0 {
		s.retire(n)
	}
}

// retire forgets a package of which nobody will want to know anything any more: whatever is built on it is typed and analysed, as are the
// variants with tests long before the rest is done. A library that nobody has wanted until then will not be; a package that may
// have to be analysed can be wanted for itself, see wantAll.
func (s *sweep) retire(n *node) {
	if n.typed {
		s.facts.drop(s.typesOf(n.pkg))
		n.unit, n.facts = new(load.Unit), nil
	}
	for _, dep := range n.after {
		if dep.living--; dep.living == 0 && (dep.typed || !dep.wanted && dep.mode == typesOnly) {
			s.retire(dep)
		}
	}
}

// settled lets those go on who wait for the facts of n.
func (s *sweep) settled(n *node) {
	if n.mode >= factsOnly {
		s.analysed++
	}
	for _, importer := range n.importers {
		if importer.waits--; importer.waits == 0 {
			s.enqueue(importer, decide)
		}
	}
	for _, dep := range n.after {
		if dep.asking--; dep.asking == 0 && dep.typed {
			s.facts.release(s.typesOf(dep.pkg)) // nil once the run is called off
			dep.facts = slices.DeleteFunc(slices.Clone(dep.facts), func(f keptFact) bool { return !f.Far })
		}
	}
	if s.left--; s.left == 0 {
		s.more.Broadcast()
	}
}

// want sees to it that a node gets types.
func (s *sweep) want(n *node) {
	if n.wanted {
		return
	}
	n.wanted = true
	if n.mode == typesOnly {
		s.enqueue(n, outline)
		return
	}
	s.wantFor(n, n.pkg.Deps)
	s.consider(n)
}

// wantFor sees to it that the dependencies get types without which a node cannot have them.
func (s *sweep) wantFor(n *node, deps []*load.Package) {
	for _, dep := range deps {
		d := s.nodes[dep]
		s.want(d)
		if !d.typed {
			d.typeUsers = append(d.typeUsers, n)
			n.typeWaits++
		}
	}
}

// wantAll wants the types of all packages but of libraries that none of them needs: as long as little is known, those whose
// dependencies can be typed meanwhile do not wait until it turns out that they have to be.
func (s *sweep) wantAll() {
	for _, p := range s.graph.Packages {
		if n := s.nodes[p]; n.mode != typesOnly {
			s.want(n)
		}
	}
}

// coldAfter is after how many packages that are not in the cache nothing is hoped for any more.
const coldAfter = 8

func (s *sweep) cold() bool { return s.miss == coldAfter && s.hits < s.miss }

// consider queues a node that is to be typed and can be.
func (s *sweep) consider(n *node) {
	ready := n.decided && (n.mode != typesOnly || n.outline != nil)
	if n.wanted && ready && n.typeWaits == 0 && !n.queued {
		n.queued = true
		s.enqueue(n, check)
	}
}

func (s *sweep) enqueue(n *node, t task) {
	s.queue = append(s.queue, turn{n, t})
	s.more.Signal()
}
