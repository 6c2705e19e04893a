package directive

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/directive"
	"github.com/locklint/locklint/internal/edit"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

//go:embed doc.go
var doc string

// Analyzer is the analyzer with the default configuration, for all the rules there are.
var Analyzer = New(engine.Default, ruleNames()...)

const name = "directive"

// The categories.
const (
	malformed   = "malformed"
	unknownRule = "unknown-rule"
)

// New makes the analyzer for a set of rules on an engine.
func New(e *engine.Engine, rules ...string) *analysis.Analyzer {
	return e.Limit(&analysis.Analyzer{
		Name:     name,
		Doc:      finding.Doc(doc),
		URL:      "https://pkg.go.dev/github.com/locklint/locklint/analyzers/" + name,
		Requires: []*analysis.Analyzer{e.Config},
		Run: func(pass *analysis.Pass) (any, error) {
			run(pass, rules)
			return nil, nil
		},
	})
}

// ruleNames are the rules that a directive can silence.
func ruleNames() []string {
	return slices.DeleteFunc(config.RuleNames(), func(rule string) bool { return rule == name })
}

// run reports without a Reporter: a directive does not silence complaints about directives.
func run(pass *analysis.Pass, rules []string) {
	for _, f := range pass.Files {
		var found []finding.Finding
		ignores, mistakes := directive.Read(pass.Fset, []*ast.File{f})
		for _, m := range mistakes {
			found = append(found, finding.Finding{
				Rule: name, Category: malformed, Pos: m.Pos, End: m.End,
				Message: "this directive " + m.Text + " and silences nothing: write " + directive.Form,
			})
		}
		for _, i := range ignores {
			unknown := func(rule string) bool { return !slices.Contains(rules, rule) }
			if at := slices.IndexFunc(i.Rules, unknown); at >= 0 {
				found = append(found, finding.Finding{
					Rule: name, Category: unknownRule, Pos: i.Pos, End: i.End,
					Message: fmt.Sprintf("there is no rule %q to silence%s", i.Rules[at], hint(i.Rules[at], rules)),
				})
			}
		}
		slices.SortFunc(found, func(a, b finding.Finding) int { return cmp.Compare(a.Pos, b.Pos) })
		for _, f := range found {
			finding.Report(pass, f)
		}
	}
}

// hint names the rule that was probably meant. A finding ends with its rule and its category; all of the rule are silenced.
func hint(given string, rules []string) string {
	if rule, category, ok := strings.Cut(given, "/"); ok && slices.Contains(rules, rule) {
		return fmt.Sprintf("; write %s without the category %s: a directive silences a rule as a whole", rule, category)
	}
	best, least := "", len(given)/3+1
	for _, rule := range rules {
		if d := edit.Distance(given, rule); d <= least && (best == "" || d < edit.Distance(given, best)) {
			best = rule
		}
	}
	if best == "" {
		return "; locklint help lists the rules"
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
