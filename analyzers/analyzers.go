// Package analyzers is the registry of the rules.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers/blindunlock"
	"github.com/locklint/locklint/analyzers/blockingcall"
	"github.com/locklint/locklint/analyzers/canceledunlock"
	"github.com/locklint/locklint/analyzers/claimonly"
	"github.com/locklint/locklint/analyzers/directive"
	"github.com/locklint/locklint/analyzers/keytemplate"
	"github.com/locklint/locklint/analyzers/leakedlock"
	"github.com/locklint/locklint/analyzers/leaseexpiry"
	"github.com/locklint/locklint/analyzers/localmutex"
	"github.com/locklint/locklint/analyzers/pooledlock"
	"github.com/locklint/locklint/analyzers/staleread"
	"github.com/locklint/locklint/analyzers/uncheckedlock"
	"github.com/locklint/locklint/analyzers/unlockbeforecommit"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
)

//go:generate go run ../internal/docs/generate

// rules make their analyzer on an engine, in alphabetical order.
var rules = [...]func(*engine.Engine) *analysis.Analyzer{
	blindunlock.New,
	blockingcall.New,
	canceledunlock.New,
	claimonly.New,
	keytemplate.New,
	leakedlock.New,
	leaseexpiry.New,
	localmutex.New,
	pooledlock.New,
	staleread.New,
	uncheckedlock.New,
	unlockbeforecommit.New,
}

// All returns the rules with the default configuration.
func All() []*analysis.Analyzer { return New(config.Default()) }

// New returns a whole set of rules for a configuration. Sets share nothing: two configurations can
// be at work in one process.
//
// The last of the set is the pseudo-analyzer that holds the configuration; it is among them because
// drivers show what it reports about a malformed flag only if it was asked for by itself.
func New(c config.Config) []*analysis.Analyzer {
	return On(engine.New(c))
}

// On returns a whole set on an engine, for those who want the results of its shared analyzers too.
func On(e *engine.Engine) []*analysis.Analyzer {
	set := make([]*analysis.Analyzer, 0, len(rules)+2)
	var names []string
	for _, rule := range rules {
		a := rule(e)
		set = append(set, a)
		names = append(names, a.Name)
	}
	return append(set, directive.New(e, names...), e.Config)
}
