// Package engine makes the analyzers that all rules of a set share: the configuration, SSA and the
// effects. Two analyzers must not register one fact type, so a set has one effects analyzer, and
// whoever wants another configuration makes another set.
package engine

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/ssair"
)

// An Engine is the shared part of one set of rules.
type Engine struct {
	Config  *analysis.Analyzer // result: *config.Setup, what is in force
	SSA     *analysis.Analyzer
	Effects *analysis.Analyzer

	setup func() *config.Setup
	shop  ssair.Workshop
}

// Default is the engine of the analyzers that the rule packages export.
var Default = New(config.Default())

// New makes an engine for the configuration.
func New(c config.Config) *Engine {
	e := &Engine{setup: sync.OnceValue(func() *config.Setup { return config.NewSetup(c) })}
	e.Config = configAnalyzer(e.setup)
	e.SSA, e.Effects = shared(e.Config, &e.shop)
	return e
}

// ShareSSA lets packages share what is built for their imports, for a driver under which that cannot be seen; see [ssair.Workshop.Share].
func (e *Engine) ShareSSA() { e.shop.Share() }

// Settings is the configuration of the pass of a rule, which must require e.Config directly: some
// drivers set flags one level deep only.
func (e *Engine) Settings(pass *analysis.Pass) config.Config {
	c := pass.ResultOf[e.Config].(*config.Setup).Config
	c.Review = c.ReviewOf(pass.Analyzer.Name)
	return c
}

// Limit makes the analyzer of a rule keep to what the configuration wants: nothing where the rule is off, and no
// finding of a category that is off or in a file that is excluded. Analyzers made by [Engine.Rule] do so already.
func (e *Engine) Limit(rule *analysis.Analyzer) *analysis.Analyzer {
	run := rule.Run
	rule.Run = func(pass *analysis.Pass) (any, error) {
		c := pass.ResultOf[e.Config].(*config.Setup).Config
		if !c.Runs(rule.Name) {
			return nil, nil
		}
		limited := *pass
		limited.Report = func(d analysis.Diagnostic) {
			if c.Reports(rule.Name, d.Category, pass.Fset.Position(d.Pos).Filename) {
				pass.Report(d)
			}
		}
		return run(&limited)
	}
	return rule
}

// WantsFacts tells whether a dependency has to be analysed for the sake of its importers, for drivers that
// can choose.
func (e *Engine) WantsFacts(path string, imports []string) bool {
	return effects.WantsFacts(e.setup().Catalog, path, imports)
}

// LooksFor tells whether the rules look for the types of a package among what other packages import.
func (e *Engine) LooksFor(path string) bool { return e.setup().Catalog.Has(path) }

// ConfigName is the name of the configuration's analyzer, and what nogo and go vet call its flag by.
const ConfigName = "locklintconfig"

// configAnalyzer makes the pseudo-analyzer that owns the flag. The document is inline, never a path:
// what a file says is invisible to the caches of go vet and golangci-lint.
func configAnalyzer(given func() *config.Setup) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       ConfigName,
		Doc:        "holds the configuration of locklint, which all its rules share",
		ResultType: reflect.TypeFor[*config.Setup](),
	}
	var doc string
	a.Flags.StringVar(&doc, "config", "", "configuration, as an inline JSON document")
	var flagged setups
	a.Run = func(pass *analysis.Pass) (any, error) {
		setup := given()
		if doc := a.Flags.Lookup("config").Value.String(); doc != "" {
			s, err := flagged.get(doc)
			if err != nil {
				// Never an error: go vet would forget it, and with it the findings of all rules, on the next run.
				finding.Report(pass, finding.Finding{
					Rule:     ConfigName,
					Category: "malformed",
					Pos:      handWritten(pass.Files),
					Message:  "the configuration given by flag is not used: " + err.Error(),
				})
				return setup, nil
			}
			setup = s
		}
		checkCatalog(pass, setup.Config.Catalog)
		return setup, nil
	}
	return a
}

// setups remembers the setup of the last document: there is one for all packages.
type setups struct {
	mu    sync.Mutex
	doc   string
	setup *config.Setup
}

func (s *setups) get(doc string) (*config.Setup, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.setup == nil || s.doc != doc {
		c, err := config.DecodeCanonical(doc)
		if err != nil {
			return nil, err
		}
		s.doc, s.setup = doc, config.NewSetup(c)
	}
	return s.setup, nil
}

// checkCatalog reports the entries of the user that do not fit the packages they speak of, where a package is
// imported, or in the package itself. It cannot be done before: only here the types are known.
func checkCatalog(pass *analysis.Pass, user catalog.User) {
	if user.IsZero() {
		return
	}
	imported := map[string]*types.Package{pass.Pkg.Path(): pass.Pkg}
	for _, pkg := range pass.Pkg.Imports() {
		imported[pkg.Path()] = pkg
	}
	for _, path := range user.Packages() {
		pkg := imported[path]
		if pkg == nil {
			continue
		}
		pos := importOf(pass.Files, path)
		if !pos.IsValid() {
			pos = handWritten(pass.Files)
		}
		for _, m := range user.Mistakes(pkg, imported) {
			finding.Report(pass, finding.Finding{
				Rule:     ConfigName,
				Category: "catalog",
				Pos:      pos,
				Message:  fmt.Sprintf("the catalogue's entry at %s is wrong: %s", m.At, m.Text),
			})
		}
	}
}

// importOf is where a file written by hand imports the package first.
func importOf(files []*ast.File, path string) token.Pos {
	for _, f := range files {
		for _, spec := range f.Imports {
			if name, err := strconv.Unquote(spec.Path.Value); err == nil && name == path && !ast.IsGenerated(f) {
				return spec.Pos()
			}
		}
	}
	return token.NoPos
}

// handWritten is the package clause of the first file in which something can be reported.
func handWritten(files []*ast.File) token.Pos {
	for _, f := range files {
		if !ast.IsGenerated(f) {
			return f.Package
		}
	}
	return token.NoPos
}
