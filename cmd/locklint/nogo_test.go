package main

import (
	"flag"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

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
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/engine"
)

// nogoRules are what a nogo target of Bazel would list: the variables that the packages export. A test compares
// them with the registry.
func nogoRules() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		blindunlock.Analyzer, blockingcall.Analyzer, canceledunlock.Analyzer, claimonly.Analyzer,
		keytemplate.Analyzer, leakedlock.Analyzer, leaseexpiry.Analyzer, localmutex.Analyzer, pooledlock.Analyzer,
		staleread.Analyzer, uncheckedlock.Analyzer, unlockbeforecommit.Analyzer,
		directive.Analyzer,
	}
}

// nogoLike is a tool of go vet that keeps to the limits of nogo: the standard library has no facts, a pass has
// no module and reads no files, and facts come from direct imports only, which is so in go vet as well.
func nogoLike() int {
	rules := nogoRules()
	limited := map[*analysis.Analyzer]bool{}
	for _, a := range rules {
		asInNogo(a, limited)
	}
	given := engine.Default.Config.Flags.Lookup("config") // nogo sets it as analyzer_flags say
	flag.Var(given.Value, given.Name, given.Usage)
	unitchecker.Main(rules...)
	return statusFailed
}

// asInNogo changes the analyzer and all that it requires. The process is the tool and nothing else.
func asInNogo(a *analysis.Analyzer, done map[*analysis.Analyzer]bool) {
	if done[a] {
		return
	}
	done[a] = true
	for _, required := range a.Requires {
		asInNogo(required, done)
	}
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		if catalog.IsStd(pass.Pkg.Path()) {
			if a.ResultType == nil {
				return nil, nil
			}
			return reflect.Zero(a.ResultType).Interface(), nil
		}
		limited := *pass
		limited.Module, limited.ReadFile, limited.OtherFiles, limited.IgnoredFiles = nil, nil, nil, nil
		return run(&limited)
	}
}
