// Package directive reads the comments by which somebody who knows better silences a rule:
//
//	//locklint:ignore rule[,rule] reason
//
// On a line of its own it covers the next statement, with all its lines; at the end of a line the
// statement that starts there, or else the one the line is part of; in the doc comment of a function
// the whole function. A directive without a reason is none: it silences nothing.
package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/lazy"
)

// Form is how a directive is written, for messages.
const Form = "//locklint:ignore rule reason"

// An Ignore is a well-formed directive.
type Ignore struct {
	Pos, End token.Pos
	Rules    []string // as written; whether they exist is not known here
	Reason   string
	lines    lines
}

// Names tells that the directive is about the rule.
func (i *Ignore) Names(rule string) bool { return slices.Contains(i.Rules, rule) }

// Covers tells that a finding at pos is silenced, if it is of one of the directive's rules.
func (i *Ignore) Covers(fset *token.FileSet, pos token.Pos) bool {
	file := fset.File(pos)
	if file == nil || file != fset.File(i.Pos) {
		return false
	}
	line := lineOf(file, pos)
	return i.lines.first <= line && line <= i.lines.last
}

// A Mistake is a comment that was meant to be a directive, and silences nothing.
type Mistake struct {
	Pos, End token.Pos
	Text     string // what is wrong with it
}

// Read finds the directives of files, in their order.
func Read(fset *token.FileSet, files []*ast.File) (ignores []*Ignore, mistakes []Mistake) {
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if !names(c.Text) || !meant().MatchString(c.Text) {
					continue
				}
				rules, reason, wrong := parse(c.Text)
				if wrong != "" {
					mistakes = append(mistakes, Mistake{Pos: c.Pos(), End: c.End(), Text: wrong})
					continue
				}
				ignores = append(ignores, &Ignore{
					Pos: c.Pos(), End: c.End(), Rules: rules, Reason: reason,
					lines: scope(fset.File(f.FileStart), f, c),
				})
			}
		}
	}
	return ignores, mistakes
}

// names tells a comment that begins with our name. All rules read all comments, and hardly any does.
func names(comment string) bool {
	text := strings.TrimLeft(comment[2:], " \t\r\n\f")
	return len(text) >= len(name) && strings.EqualFold(text[:len(name)], name)
}

const name = "locklint"

// meant matches what is, or was meant to be, a directive: with the colon and no space in front any
// word counts, else only one that begins like "ignore", as prose may begin with "locklint:" too.
var meant = lazy.Regexp(`^(//locklint:|/[/*]\s*(?i:locklint\s*[:-]\s*(no)?ignor))`)

const prefix = "//locklint:ignore"

// parse takes a directive apart, or says what is wrong with it.
func parse(text string) (rules []string, reason, wrong string) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil, "", "is misspelt"
	}
	words := strings.Fields(uncommented(rest))
	if len(words) == 0 {
		return nil, "", "names no rule"
	}
	for rule := range strings.SplitSeq(words[0], ",") {
		if rule == "" {
			return nil, "", "has an empty rule in its list, where rules stand as in rule,rule without spaces,"
		}
		rules = append(rules, rule)
	}
	if len(words) == 1 {
		return nil, "", "gives no reason"
	}
	return rules, strings.Join(words[1:], " "), ""
}

// uncommented is the text up to a comment in the comment: " // want ...".
func uncommented(text string) string {
	for i := range text {
		if strings.HasPrefix(text[i:], "//") && i > 0 && (text[i-1] == ' ' || text[i-1] == '\t') {
			return text[:i]
		}
	}
	return text
}
