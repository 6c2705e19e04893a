// Package plugin makes locklint a module plugin of golangci-lint. A custom build of golangci-lint imports it for
// its side effect:
//
//	import _ "github.com/locklint/locklint/plugin"
//
// The linter is called "locklint". Its settings are the document that .locklint.yaml holds elsewhere; the file
// itself is not read, since golangci-lint's cache knows of its own configuration only.
package plugin

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
)

func init() { register.Plugin("locklint", New) }

// New makes the plugin from its settings: nil, or what golangci-lint decoded from YAML or TOML. A mistake in them
// is an error, which names the key and the nearest right one.
func New(settings any) (register.LinterPlugin, error) {
	if settings == nil {
		return linter{config.Default()}, nil
	}
	doc, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("locklint: settings: %w", err)
	}
	c, err := config.Decode(string(doc))
	var mistake *document.Error
	switch {
	case errors.As(err, &mistake):
		// The position is one in the JSON text that was made above, which nobody wrote.
		return nil, fmt.Errorf("locklint: settings: %s", mistake.Text)
	case err != nil:
		return nil, fmt.Errorf("locklint: settings: %w", err)
	}
	return linter{c}, nil
}

type linter struct{ config config.Config }

// BuildAnalyzers makes a whole set of rules.
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	set := analyzers.New(l.config)
	for _, a := range set {
		withoutRelated(a)
	}
	return set, nil
}

// withoutRelated makes the analyzer leave out the timelines of its findings: golangci-lint would print each of their
// lines as an issue of its own, five for one fault. The message names the lines that matter.
func withoutRelated(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		bare := *pass
		bare.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return run(&bare)
	}
}

// GetLoadMode says that the rules need types.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
