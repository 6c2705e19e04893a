// Package engine makes the analyzers that all rules of a set share: the configuration, SSA and the
// effects. Two analyzers must not register one fact type, so a set has one effects analyzer, and
// whoever wants another configuration makes another set.
package engine

import (
	"go/ast"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/finding"
)

// An Engine is the shared part of one set of rules.
type Engine struct {
	Config  *analysis.Analyzer // result: config.Config, the effective configuration
	SSA     *analysis.Analyzer
	Effects *analysis.Analyzer
}

// Default is the engine of the analyzers that the rule packages export.
var Default = New(config.Default())

// New makes an engine for the configuration.
func New(c config.Config) *Engine {
	e := &Engine{Config: configAnalyzer(c)}
	e.SSA, e.Effects = shared(e.Config)
	return e
}

// Settings is the configuration of the pass of a rule, which must require e.Config directly: some
// drivers set flags one level deep only.
func (e *Engine) Settings(pass *analysis.Pass) config.Config {
	return pass.ResultOf[e.Config].(config.Config)
}

// configName is the name of the configuration's analyzer, and what nogo and go vet call its flag by.
const configName = "locklintconfig"

// configAnalyzer makes the pseudo-analyzer that owns the flag. The document is inline, never a path:
// what a file says is invisible to the caches of go vet and golangci-lint.
func configAnalyzer(c config.Config) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       configName,
		Doc:        "holds the configuration of locklint, which all its rules share",
		ResultType: reflect.TypeFor[config.Config](),
	}
	var doc string
	a.Flags.StringVar(&doc, "config", "", "configuration, as an inline JSON document")
	a.Run = func(pass *analysis.Pass) (any, error) {
		given := a.Flags.Lookup("config").Value.String()
		if given == "" {
			return c, nil
		}
		effective, err := config.Decode(given)
		if err == nil {
			return effective, nil
		}
		// Never an error: go vet would forget it, and with it the findings of all rules, on the next run.
		finding.Report(pass, finding.Finding{
			Rule:     configName,
			Category: "malformed",
			Pos:      handWritten(pass.Files),
			Message:  "the configuration given by flag is not used: " + err.Error(),
		})
		return c, nil
	}
	return a
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
