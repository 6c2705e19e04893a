package config

import (
	"slices"
	"strings"
	"testing"
)

func decoded(t *testing.T, doc string) Config {
	t.Helper()
	c, err := Decode(doc)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReports(t *testing.T) {
	for _, tt := range []struct {
		doc, name, file string
		want            bool
	}{
		{`{}`, "leakedlock/double", "/m/a.go", true},
		{`{}`, "leakedlock/unused-directive", "/m/a.go", true},
		{`{}`, "localmutex/singleton", "/m/a.go", false},
		{`{"review": true}`, "localmutex/singleton", "/m/a.go", true},
		{`{"rules": {"leakedlock": "off"}}`, "leakedlock/double", "/m/a.go", false},
		{`{"rules": {"leakedlock": false}}`, "staleread/value", "/m/a.go", true},
		{`{"rules": {"directive": "off"}}`, "directive/malformed", "/m/a.go", false},
		{`{"categories": {"leakedlock/double": "off"}}`, "leakedlock/double", "/m/a.go", false},
		{`{"categories": {"leakedlock/double": "off"}}`, "leakedlock/late-defer", "/m/a.go", true},
		{`{"categories": {"leakedlock/unused-directive": "off"}}`, "leakedlock/unused-directive", "/m/a.go", false},
		{`{"categories": {"localmutex/singleton": "on"}}`, "localmutex/singleton", "/m/a.go", true},
		{`{"categories": {"localmutex/singleton": "on"}}`, "localmutex/write-only", "/m/a.go", false},
		{`{"review": true, "categories": {"localmutex/singleton": "off"}}`, "localmutex/singleton", "/m/a.go", false},
		{`{"exclude": [{"path": "old/**", "reason": "r"}]}`, "leakedlock/double", "/m/old/x/a.go", false},
		{`{"exclude": [{"path": "old/**", "reason": "r"}]}`, "leakedlock/double", "/m/older/a.go", true},
		{`{"exclude": [{"path": "old/**", "reason": "r", "rules": "staleread"}]}`, "leakedlock/double", "/m/old/a.go", true},
		{`{"exclude": [{"path": "old/**", "reason": "r", "rules": ["staleread", "leakedlock"]}]}`, "leakedlock/double", "/m/old/a.go", false},
		{`{"exclude": [{"path": "old/**", "reason": "r", "rules": ["leakedlock/double"]}]}`, "leakedlock/double", "/m/old/a.go", false},
		{`{"exclude": [{"path": "old/**", "reason": "r", "rules": ["leakedlock/double"]}]}`, "leakedlock/late-defer", "/m/old/a.go", true},
	} {
		rule, category, _ := strings.Cut(tt.name, "/")
		if got := decoded(t, tt.doc).Reports(rule, category, tt.file); got != tt.want {
			t.Errorf("%s: %s in %s is reported: %v", tt.doc, tt.name, tt.file, got)
		}
	}
}

func TestReviewOf(t *testing.T) {
	c := decoded(t, `{"categories": {"localmutex/singleton": "on", "keytemplate/lossy": "off"}}`)
	for rule, want := range map[string]bool{"localmutex": true, "keytemplate": false, "staleread": false} {
		if got := c.ReviewOf(rule); got != want {
			t.Errorf("%s: %v", rule, got)
		}
	}
}

func TestMatchEnd(t *testing.T) {
	for _, tt := range []struct {
		pattern, file string
		want          bool
	}{
		{"a.go", "/m/x/a.go", true},
		{"a.go", "a.go", true},
		{"a.go", "/m/ba.go", false},
		{"*_gen.go", "/m/x/a_gen.go", true},
		{"x/*.go", "/m/x/a.go", true},
		{"x/*.go", "/m/x/y/a.go", false},
		{"x/**", "/m/x/y/a.go", true},
		{"x/**", "/m/x", false},
		{"x/**/a.go", "/m/x/a.go", true},
		{"x/**/a.go", "/m/x/y/z/a.go", true},
		{"x/**/y/*.go", "/m/x/z/y/a.go", true},
		{"x/y", "/m/x/y/a.go", false},
		{"x/**", `C:\m\x\a.go`, true},
		{"internal/[a-c]*/**", "/m/internal/cache/a.go", true},
	} {
		if got := matchEnd(tt.pattern, tt.file); got != tt.want {
			t.Errorf("%s and %s: %v", tt.pattern, tt.file, got)
		}
	}
}

func TestRuleErrors(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{`{"rules": {"leakdlock": "off"}}`, `1:12: there is no rule "leakdlock": did you mean "leakedlock"?`},
		{`{"rules": {"leakedlock/double": "off"}}`, `1:12: "leakedlock/double" is a category: it belongs under "categories"`},
		{`{"rules": {"leakedlock": "no"}}`, `1:26: "leakedlock" must be on or off, not "no"`},
		{`{"rules": ["leakedlock"]}`, `1:11: "rules" must be an object, not a list`},
		{`{"categories": {"leakedlock/duoble": "off"}}`, `1:17: there is no category "leakedlock/duoble": did you mean "leakedlock/double"?`},
		{`{"categories": {"staleread": "off"}}`, `1:17: "staleread" is a rule: it belongs under "rules"`},
		{`{"categories": {"double": "off"}}`, `1:17: there is no category "double"`},
		{`{"exclude": [{"path": "a/**"}]}`, `1:14: "reason" is missing`},
		{`{"exclude": [{"path": "a/**", "reason": " "}]}`, `1:41: "reason" is empty: say why`},
		{`{"exclude": [{"reason": "r"}]}`, `1:14: "path" is missing`},
		{`{"exclude": [{"path": "/a/**", "reason": "r"}]}`, `1:23: "path" is the end of a path`},
		{`{"exclude": [{"path": "a/", "reason": "r"}]}`, `1:23: "path" has an empty part: for all below`},
		{`{"exclude": [{"path": "a/b**", "reason": "r"}]}`, `1:23: "path": ** stands for whole directories`},
		{`{"exclude": [{"path": "a\\b", "reason": "r"}]}`, `1:23: "path" is written with /`},
		{`{"exclude": [{"path": "a/[", "reason": "r"}]}`, `1:23: "path": syntax error in pattern`},
		{`{"exclude": [{"path": "a/**", "reason": "r", "rules": ["staleread", "stalread"]}]}`, `1:69: there is no rule "stalread": did you mean "staleread"?`},
		{`{"exclude": [{"path": "a/**", "reason": "r", "rules": ["staleread/vlaue"]}]}`, `1:56: there is no rule "staleread/vlaue": did you mean "staleread/value"?`},
	} {
		if _, err := Decode(tt.doc); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.doc, err, tt.want)
		}
	}
}

// What is on anyway need not be said, and saying it makes no other configuration.
func TestCanonicalSwitches(t *testing.T) {
	c := decoded(t, `{"rules": {"leakedlock": "on"}, "categories": {"staleread/value": "on"}}`)
	if got := c.Canonical(); got != "" {
		t.Errorf("canonical form %s, want none", got)
	}
	c = decoded(t, `{"rules": {"staleread": false, "leakedlock": "off"}, "categories": {"localmutex/singleton": "on"}}`)
	if got, want := c.Canonical(), `{"rules":{"leakedlock":false,"staleread":false},"categories":{"localmutex/singleton":true}}`; got != want {
		t.Errorf("canonical form %s, want %s", got, want)
	}
}

func TestRulesAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(Rules(), func(a, b Rule) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the rules are not in alphabetical order")
	}
	for _, r := range Rules() {
		for _, c := range r.Review {
			if !slices.Contains(r.Categories, c) {
				t.Errorf("%s has no category %s", r.Name, c)
			}
		}
	}
}
