package keytemplate

import (
	_ "embed"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with the default configuration.
var Analyzer = New(engine.Default)

const name = "keytemplate"

// The categories.
const (
	bypass    = "bypass"    // built by hand although there is a template
	duplicate = "duplicate" // built by hand in two functions
	mismatch  = "mismatch"  // acquire and release name different keys
	collision = "collision" // two names for one key
	volatile  = "volatile"  // time, chance, process or host in the key
	datakey   = "datakey"   // the key of the data itself
	lossy     = "lossy"     // different names become one key
	narrow    = "narrow"    // the rows are selected by something that is not in the key
	unguided  = "unguided"  // built by hand although the configuration names the template
)

var sure = map[string]finding.Sureness{
	bypass: finding.Certain, duplicate: finding.Likely, mismatch: finding.Certain, collision: finding.Likely,
	volatile: finding.Certain, datakey: finding.Certain, lossy: finding.Review, narrow: finding.Review, unguided: finding.Certain,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		if !u.Result.UsesKeys() {
			return
		}
		for _, f := range newChecker(u.Result).check(u.Settings.KeyTemplate.Funcs) {
			report(f)
		}
	})
}

// A checker looks at the keys of one package.
type checker struct {
	pass   *analysis.Pass
	result *effects.Result
	book   *effects.KeyBook
	found  []finding.Finding
	told   map[token.Pos]bool // sites with a finding: one fault, one finding
}

func newChecker(result *effects.Result) *checker {
	return &checker{pass: result.Pass(), result: result, book: result.Keys(), told: map[token.Pos]bool{}}
}

// check finds the faults, those that tell the most about a key first.
func (c *checker) check(funcs []string) []finding.Finding {
	c.mismatches()
	c.datakeys()
	c.volatiles()
	c.unguided(funcs)
	c.bypasses()
	c.collisions()
	c.duplicates()
	c.lossy()
	c.narrow()
	return c.found
}

// tell adds a finding at a key, unless another category has one there.
func (c *checker) tell(s effects.KeySite, category, message string, timeline ...finding.Step) *finding.Finding {
	if s.Test || !s.Pos.IsValid() || sure[category] != finding.Review && c.told[s.Pos] {
		return nil
	}
	if sure[category] != finding.Review {
		c.told[s.Pos] = true
	}
	f := finding.Finding{Rule: name, Category: category, Sure: sure[category], Pos: s.Pos, End: s.End, Message: message, Timeline: timeline}
	if f.Sure == finding.Likely {
		f.Assuming = assumptions[category]
	}
	if s.Use.Assume != "" && f.Sure == finding.Certain {
		f.Sure, f.Assuming = finding.Likely, s.Use.Assume
	}
	c.found = append(c.found, f)
	return &c.found[len(c.found)-1]
}

// assumptions are what the categories that are likely take for granted.
var assumptions = map[string]string{
	duplicate: "that the two mean one lock",
	collision: "that the two mean different locks",
}

// quoted is the pattern of a key for a message.
func quoted(s effects.KeySite) string { return strconv.Quote(s.Pattern()) }

// where is "line 12", or "order.go:12" in another file than s.
func (c *checker) where(at, s effects.KeySite) string {
	p, q := c.pass.Fset.Position(at.Pos), c.pass.Fset.Position(s.Pos)
	if p.Filename == q.Filename {
		return "line " + strconv.Itoa(p.Line)
	}
	return base(p.Filename) + ":" + strconv.Itoa(p.Line)
}
