package analyzers_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/docs"
	"github.com/locklint/locklint/internal/engine"
)

// The pages that follow from the code must not be behind it.
func TestPagesAreUpToDate(t *testing.T) {
	pages, err := docs.Stale("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		t.Errorf("%s is not what the code says: run go generate ./... and commit what it writes", p.Name)
	}
}

// The configuration knows the rules by a list of its own.
func TestConfigKnowsTheRules(t *testing.T) {
	for _, a := range analyzers.All() {
		if a.Name == engine.ConfigName {
			continue
		}
		i := slices.IndexFunc(config.Rules(), func(r config.Rule) bool { return r.Name == a.Name })
		if i < 0 {
			t.Errorf("%s is not in Rules of internal/config/rules.go: nobody can turn it off", a.Name)
			continue
		}
		for _, c := range config.Rules()[i].Categories {
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(c) + `\b`).MatchString(a.Doc) {
				t.Errorf("the category %s of %s is in Rules of internal/config/rules.go, but not in the rule's doc.go", c, a.Name)
			}
		}
	}
}
