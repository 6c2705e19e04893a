package config

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/document"
)

// A Rule is a rule that a configuration can speak of. The rules themselves cannot be asked: they stand on the
// configuration. A test of package analyzers compares the two.
type Rule struct {
	Name       string
	Categories []string
	Review     []string // those of the categories that a reader has to judge
}

// Rules are the rules, in alphabetical order.
func Rules() []Rule {
	return []Rule{
		{"blindunlock", words("plain-delete check-then-delete shared-token"), nil},
		{"blockingcall", words("no-timeout unbounded-retry sleep callback request-ctx"), words("callback request-ctx")},
		{"canceledunlock", words("own-cancel after-done request-ctx"), nil},
		{"claimonly", words("stuck"), nil},
		{"directive", words("malformed unknown-rule"), nil},
		{"keytemplate", words("bypass duplicate mismatch collision volatile datakey lossy narrow unguided"), words("lossy narrow")},
		{"leakedlock", words("early-return late-defer connection early-defer double wrong-handle"), nil},
		{"leaseexpiry", words("no-ttl two-step short unrenewed renewal-ignored lost-ignored watchdog-off wait-as-lease"), words("wait-as-lease")},
		{"localmutex", words("read-modify-write check-then-write singleton write-only"), words("singleton write-only")},
		{"pooledlock", words("pool returned-locked"), nil},
		{"staleread", words("decision value"), nil},
		{"uncheckedlock", words("ignored fallthrough inverted row-dropped busy-as-success fail-open"), words("fail-open")},
		{"unlockbeforecommit", words("order defer-order closure session callee caller"), nil},
	}
}

// Unused is the category under which every rule reports a directive that silences nothing.
const Unused = "unused-directive"

func words(text string) []string { return strings.Fields(text) }

// RuleNames are the rules, and categoryNames the rules with their categories, as rule/category.
func RuleNames() []string {
	var out []string
	for _, r := range Rules() {
		out = append(out, r.Name)
	}
	return out
}

func categoryNames() []string {
	var out []string
	for _, r := range Rules() {
		for _, c := range append(r.Categories, Unused) {
			if r.Name != "directive" || c != Unused {
				out = append(out, r.Name+"/"+c)
			}
		}
	}
	return out
}

// A Switch turns something on or off.
type Switch bool

// DecodeNode reads on, off, true or false.
func (s *Switch) DecodeNode(n *document.Node, what string) error {
	switch n.Value {
	case true, "on":
		*s = true
	case false, "off":
		*s = false
	default:
		return n.Errorf("%s must be on or off, not %v", what, n)
	}
	return nil
}

// Switches are what is turned on or off, by name.
type Switches map[string]Switch

// An Exclude is a part of the source in which nothing is reported.
type Exclude struct {
	Path   string   `json:"path" required:"true" doc:"the end of the path of a file, with ** for any number of directories: internal/legacy/**"`
	Reason string   `json:"reason" required:"true" doc:"why"`
	Rules  []string `json:"rules" doc:"the rules, or categories as rule/category, that this is about; without it, all"`
}

// Check tells what is wrong.
func (e *Exclude) Check(n *document.Node) error {
	if strings.TrimSpace(e.Reason) == "" {
		return n.Get("reason").Errorf(`"reason" is empty: say why nothing is reported there`)
	}
	if err := checkPattern(e.Path); err != "" {
		return n.Get("path").Errorf("%s", err)
	}
	for i, name := range e.Rules {
		if !slices.Contains(RuleNames(), name) && !slices.Contains(categoryNames(), name) {
			return item(n.Get("rules"), i).Errorf("there is no rule %q%s", name, nearestRule(name))
		}
	}
	return nil
}

// nearestRule is the end of a message about a wrong rule or category.
func nearestRule(name string) string {
	rule, category, ok := strings.Cut(name, "/")
	if !ok {
		return document.Nearest(name, RuleNames())
	}
	for _, r := range Rules() {
		if r.Name == rule {
			return strings.Replace(document.Nearest(category, r.Categories), `did you mean "`, `did you mean "`+rule+"/", 1)
		}
	}
	return document.Nearest(name, categoryNames())
}

// Check looks at the names of rules and categories.
func (c *Config) Check(n *document.Node) error {
	for _, m := range members(n.Get("rules")) {
		if !slices.Contains(RuleNames(), m.Key) {
			if strings.Contains(m.Key, "/") {
				return m.Errorf(`%q is a category: it belongs under "categories"`, m.Key)
			}
			return m.Errorf("there is no rule %q%s", m.Key, nearestRule(m.Key))
		}
	}
	for _, m := range members(n.Get("categories")) {
		if slices.Contains(RuleNames(), m.Key) {
			return m.Errorf(`%q is a rule: it belongs under "rules"`, m.Key)
		}
		if !slices.Contains(categoryNames(), m.Key) {
			return m.Errorf("there is no category %q%s", m.Key, nearestRule(m.Key))
		}
	}
	// What is said although it is so anyway says nothing.
	for name, on := range c.Rules {
		if on {
			delete(c.Rules, name)
		}
	}
	for name, on := range c.Categories {
		if rule, category, _ := strings.Cut(name, "/"); bool(on) && !IsReview(rule, category) {
			delete(c.Categories, name)
		}
	}
	if len(c.Rules) == 0 {
		c.Rules = nil
	}
	if len(c.Categories) == 0 {
		c.Categories = nil
	}
	return nil
}

func members(n *document.Node) []document.Member {
	if n == nil {
		return nil
	}
	return n.Members
}

// IsReview tells that a reader has to judge the findings of a category.
func IsReview(rule, category string) bool {
	for _, r := range Rules() {
		if r.Name == rule {
			return slices.Contains(r.Review, category)
		}
	}
	return false
}

// Runs tells that the rule is on.
func (c Config) Runs(rule string) bool {
	on, given := c.Rules[rule]
	return bool(on) || !given
}

// ReviewOf tells that the rule has findings to report that a reader has to judge.
func (c Config) ReviewOf(rule string) bool {
	if c.Review {
		return true
	}
	for name, on := range c.Categories {
		if bool(on) && strings.HasPrefix(name, rule+"/") {
			return true
		}
	}
	return false
}

// Reports tells that the findings of a category of a rule are wanted in the file.
func (c Config) Reports(rule, category, file string) bool {
	name := rule + "/" + category
	if on, given := c.Categories[name]; given && !bool(on) || !given && !c.Review && IsReview(rule, category) {
		return false
	}
	return c.Runs(rule) && !slices.ContainsFunc(c.Exclude, func(e Exclude) bool {
		about := len(e.Rules) == 0 || slices.Contains(e.Rules, rule) || slices.Contains(e.Rules, name)
		return about && matchEnd(e.Path, file)
	})
}
