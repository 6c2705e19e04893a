package plugin_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	_ "github.com/locklint/locklint/plugin"
)

func TestRegistered(t *testing.T) {
	make, err := register.GetPlugin("locklint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := make(nil)
	if err != nil {
		t.Fatal(err)
	}
	set, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(set), names(analyzers.All()); !slices.Equal(got, want) {
		t.Errorf("analyzers %q, want %q", got, want)
	}
	if err := analysis.Validate(set); err != nil {
		t.Error(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", p.GetLoadMode())
	}
}

// Settings come as golangci-lint's decoders leave them.
func TestSettings(t *testing.T) {
	make, err := register.GetPlugin("locklint")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		settings any
		want     string // of the error; "" if there is none
	}{
		{map[string]any{}, ""},
		{map[string]any{"review": true, "localmutex": map[string]any{"replicas": 3}, "rules": map[string]any{"staleread": "off"}, "blockingcall": map[string]any{"sleep": "3s"}}, ""},
		{map[string]any{"keytemplate": map[string]any{"funcs": []any{"ex.com/shop/lock.Key"}}}, ""},
		{map[string]any{"reveiw": true}, `locklint: settings: unknown key "reveiw": did you mean "review"?`},
		{map[string]any{"rules": map[string]any{"stalered": "off"}}, `locklint: settings: there is no rule "stalered": did you mean "staleread"?`},
		{map[string]any{"localmutex": map[string]any{"replicas": "3"}}, `locklint: settings: "replicas" must be a whole number`},
		{[]any{1}, "locklint: settings: the document must be"},
		{func() {}, "locklint: settings: json: unsupported type"},
	} {
		p, err := make(tt.settings)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%v: %v", tt.settings, err)
		case tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)):
			t.Errorf("%v: error %v, want %s ...", tt.settings, err, tt.want)
		case err != nil && p != nil:
			t.Errorf("%v: a plugin and an error", tt.settings)
		}
	}
}

func names(set []*analysis.Analyzer) []string {
	var names []string
	for _, a := range set {
		names = append(names, a.Name)
	}
	return names
}
