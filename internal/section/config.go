package section

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A config is what is so at a program point on some of the paths to it: the events since nothing was
// held, the locks held and the transactions open, the defers still to run, and what is known of
// values. Paths that agree on all but the values are one config, and what they know apart is
// forgotten (property simulation, as Das, Lerner and Seigle call it): so a flag that decides whether a
// lock was taken still decides, later, whether it is released, and a thousand other ifs cost nothing.
type config struct {
	live    []*Event // since the last moment at which nothing was held
	visible []*Event // before that, what a caller has to know
	held    []summary.Lock
	open    []*summary.Expr // transactions begun and not ended, by handle
	defers  []deferred
	pins    []*summary.Expr // connections taken out of a pool and not given back
	away    []string        // locks held that somebody else has to release, see handOn

	took []token.Pos // where a lock was taken on some of the paths
	out  token.Pos   // where the function is left, or panicked

	outBlock int           // the block of out
	failed   summary.Truth // an error was seen that is not nil; Unknown: on some of the paths
	panicked bool          // a panic has begun, even if it was recovered

	binds     table[ssa.Value, *summary.Expr] // values computed by calls, loads and phis
	cells     table[string, summary.Store]    // what variables and fields hold, by address
	named     table[string, *summary.Expr]    // what the results of the last call are
	truths    table[string, summary.Cond]     // what is known of values, by expression
	before    table[string, summary.Cond]     // what was known of variables before they were assigned to
	panicking bool
	recovered bool // recover was called
	supposed  bool // a function that the caller gave is supposed to have panicked
	logs      bool // what happens is logged, see unwinding
	locking   bool // a text that locks rows was chosen, see chooses
	log       []*Event

	puts settings // see settings

	k     string // key, until something changes
	dirty bool   // reached or changed since its block was last executed
}

// A deferred call waits for the function to end. Its arguments were evaluated at the defer.
type deferred struct {
	instr *ssa.Defer
	id    int // of the statement
	fn    *summary.Expr
	args  []*summary.Expr
	local *summary.Expr // names the results
}

func newConfig() *config { return &config{failed: summary.IsFalse} }

// clone makes a config with a life of its own. Events are never changed in place, so configs share them, and traces until one grows.
func (c *config) clone() *config {
	return &config{
		live:      slices.Clip(c.live),
		visible:   slices.Clip(c.visible),
		held:      slices.Clone(c.held),
		open:      slices.Clone(c.open),
		defers:    slices.Clone(c.defers),
		pins:      slices.Clone(c.pins),
		away:      slices.Clone(c.away),
		took:      slices.Clone(c.took),
		out:       c.out,
		outBlock:  c.outBlock,
		panicked:  c.panicked,
		failed:    c.failed,
		binds:     c.binds.share(),
		cells:     c.cells.share(),
		named:     c.named.share(),
		truths:    c.truths.share(),
		before:    c.before.share(),
		panicking: c.panicking,
		recovered: c.recovered,
		supposed:  c.supposed,
		logs:      c.logs,
		locking:   c.locking,
		log:       slices.Clip(c.log),
		puts:      c.puts,
		k:         c.k,
	}
}

// size is how much there is to copy, roughly.
func (c *config) size() int { return c.binds.len() + c.cells.len() + c.named.len() + c.truths.len() }

// key says what two configs must agree on to become one.
func (c *config) key() string {
	if c.k == "" {
		c.k = c.makeKey()
	}
	return c.k
}

// touch says that something changed that the key depends on.
func (c *config) touch() { c.k = "" }

func (c *config) makeKey() string {
	var b strings.Builder
	for i := range c.visible {
		c.visible[i].writeKey(&b)
	}
	b.WriteString("#")
	for i := range c.live {
		c.live[i].writeKey(&b)
	}
	if c.recovered {
		b.WriteString("recovered")
	}
	if c.panicking {
		b.WriteString("panicking")
	}
	if c.supposed {
		b.WriteString("supposed")
	}
	if c.locking {
		b.WriteString("locking")
	}
	for i := range c.log {
		c.log[i].writeKey(&b)
	}
	b.WriteString("#")
	for _, l := range c.held {
		b.WriteString(l.String())
		b.WriteByte(';')
	}
	b.WriteString("#")
	for _, t := range c.open {
		b.WriteString(t.String())
		b.WriteByte(';')
	}
	b.WriteString("#")
	for _, d := range c.defers {
		b.WriteString(d.key())
		b.WriteByte(';')
	}
	for _, p := range c.pins {
		b.WriteString("pin")
		b.WriteString(p.String())
	}
	for _, l := range c.away {
		b.WriteString("away")
		b.WriteString(l)
	}
	return b.String()
}

func (d deferred) key() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(d.id))
	b.WriteString(d.fn.String())
	for _, a := range d.args {
		b.WriteByte(',')
		b.WriteString(a.String())
	}
	return b.String()
}
