package keytemplate

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the keys at some places: none where no key of a lock is built
// or used there, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	c := newChecker(result)
	for _, f := range c.check(nil) {
		if at(f.Pos) && f.Sure != finding.Review {
			return nil, true
		}
	}
	for _, s := range c.book.Sites {
		if r := c.why(s); (at(s.Pos) || at(s.Use.Pos)) && !slices.Contains(reasons, r) {
			reasons = append(reasons, r)
		}
	}
	return reasons, false
}

// why goes through the same questions as byHand and its callers.
func (c *checker) why(s effects.KeySite) string {
	switch {
	case s.Test:
		return "keys in tests are no business of this rule"
	case s.X.Op == summary.Const && s.Const != nil:
		return "the key is a constant with a name, and no other name has its value where a lock is taken"
	case s.X.Op == summary.Const:
		return "the key is a literal, and nothing in sight builds it or has a name for it"
	case s.Pattern() == "":
		return "the text of the key cannot be told"
	case s.Gives, !s.Hand:
		return "the function around it returns the key, or what holds it: it is the template"
	case !effects.Wordy(s.Pattern()):
		return "the key has no words of its own that another could have in common with it"
	case central(s):
		return "the text of the key comes from a constant of a package, which is the template"
	case s.Prefix:
		return "a prefix is put in front of a key that somebody else builds"
	}
	return "no function or constant of this package, or of those that it imports, builds this key, and no other function does by hand"
}
