package keytemplate

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/summary"
)

func base(name string) string { return filepath.Base(name) }

// byHand tells a key that its function puts together itself to lock by it, and does not take from a central
// constant.
func byHand(s effects.KeySite) bool {
	return s.Hand && !s.Gives && !s.Test && s.Built() && effects.Wordy(s.Pattern()) && !central(s)
}

// central tells a key whose text comes from a constant of a package: the template is there.
func central(s effects.KeySite) bool {
	for _, p := range s.Pieces {
		if p.Expr == nil {
			return p.Const != nil
		}
	}
	return false
}

func (c *checker) bypasses() {
	for _, s := range c.book.Sites {
		switch {
		case s.Test || s.Gives || !s.Hand:
		case s.X.Op == summary.Const:
			c.bypassedConstant(s)
		case byHand(s):
			c.bypassed(s)
		}
	}
}

// bypassed looks for the template that a key bypasses.
func (c *checker) bypassed(s effects.KeySite) {
	t, exact, ok := c.templateOf(s)
	if !ok {
		return
	}
	call := c.nameOf(t)
	message := "lock key " + quoted(s) + " is built by hand although " + call + " builds it"
	if !exact {
		message = "lock key " + quoted(s) + " is built by hand and begins like those that " + call + " builds"
	}
	switch t.Kind {
	case effects.TemplateFormat, effects.TemplateText:
		message = strings.Replace(message, " builds it", " is its text", 1) + ": when the constant changes, this place stays behind and the two lock no longer against each other; use " + call
	default:
		message += ": when that changes, this place stays behind and the two lock no longer against each other; call " + call
	}
	if f := c.tell(s, bypass, message, c.steps(t, s)...); f != nil && exact {
		f.Fixes = c.fix(s, t)
	}
}

// templateOf is the template of a key: one that builds the same rather than one that begins alike, a function
// rather than a constant.
func (c *checker) templateOf(s effects.KeySite) (t effects.Template, exact, ok bool) {
	rank := func(t effects.Template) int {
		same := t.Pattern == s.Pattern()
		if !same && len(s.Pieces) > 0 {
			same = fills(t, s)
		}
		switch {
		case t.Pos.IsValid() && s.Func != nil && t.Pos == s.Func.Name.Pos(), t.Pos == s.Pos && t.Pkg == nil, c.calls(s, t):
			return 0
		case same && s.Number && !t.Locks && !t.OfLocks():
			return 0
		case same && t.Kind == effects.TemplateFunc:
			return 5
		case same && t.Kind == effects.TemplateMaker && t.Name != s.Name:
			return 4
		case same && t.Kind == effects.TemplateFormat:
			return 3
		case t.Kind == effects.TemplateText && c.begins(t, s):
			return 2
		case t.Kind == effects.TemplateFunc && alike(t, s):
			return 1
		}
		return 0
	}
	best := 0
	for _, other := range c.book.Templates {
		if r := rank(other); r > best {
			best, t = r, other
		}
	}
	return t, best > 1, best > 0
}

// calls tells a key that is made of what the template gives: when that changes, so does the key.
func (c *checker) calls(s effects.KeySite, t effects.Template) bool {
	if t.Kind != effects.TemplateFunc {
		return false
	}
	found := false
	for _, p := range s.Pieces {
		if p.Whole == nil {
			continue
		}
		ast.Inspect(p.Whole, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				fn, is := c.pass.TypesInfo.Uses[id].(*types.Func)
				found = found || is && fn.Name() == t.Name[strings.LastIndexByte(t.Name, '.')+1:] && (fn.Pkg() == t.Pkg || t.Pkg == nil && fn.Pkg() == c.pass.Pkg)
			}
			return !found
		})
	}
	return found
}

// fills tells that a template makes the key, with constants where it has parameters.
func fills(t effects.Template, s effects.KeySite) bool {
	fillings, ok := keyexpr.Match(t.Pattern, s.Pieces)
	for i, f := range fillings {
		if f.Piece.Expr == nil && (i >= len(t.Params) || t.Params[i] < 0) {
			return false
		}
	}
	return ok
}

// alike tells that a template of lock keys has the same text before its first hole.
func alike(t effects.Template, s effects.KeySite) bool {
	a, hole := keyexpr.Prefix(t.Pattern)
	b, _ := keyexpr.Prefix(s.Pattern())
	return hole && a == b && effects.Wordy(a) && !effects.Generic(a) && (t.Locks || t.OfLocks()) && !s.Prefix
}

// begins tells that a constant is the text before the first hole of a key, and that other keys of locks are
// built of it.
func (c *checker) begins(t effects.Template, s effects.KeySite) bool {
	prefix, hole := keyexpr.Prefix(s.Pattern())
	if !hole || prefix != t.Pattern {
		return false
	}
	return slices.ContainsFunc(c.book.Sites, func(o effects.KeySite) bool {
		return len(o.Pieces) > 0 && o.Pieces[0].Const != nil && o.Pieces[0].Const.Name() == t.Name
	})
}

// bypassedConstant looks for the constant, or the function, whose value somebody wrote down once more.
func (c *checker) bypassedConstant(s effects.KeySite) {
	if s.Const != nil || s.Expr == nil || c.namesConstant(s.Expr) {
		return
	}
	for _, t := range c.book.Templates {
		if t.Pattern != s.Pattern() || t.Pos == s.Pos && t.Pkg == nil {
			continue
		}
		switch {
		case t.Kind == effects.TemplateFunc && t.Pattern != "" && effects.Wordy(t.Pattern):
		case t.Kind == effects.TemplateText && (c.usedAsKey(t) || t.OfLocks() && c.mentioned(t, s)):
		default:
			continue
		}
		call := c.nameOf(t)
		f := c.tell(s, bypass, "lock key "+quoted(s)+" is written out although "+call+" is it: when that changes, this place stays behind and the two lock no longer against each other; use "+call, c.steps(t, s)...)
		if lit, ok := ast.Unparen(s.Expr).(*ast.BasicLit); ok && f != nil && t.Kind == effects.TemplateText {
			f.Fixes = c.replace(s, lit, t)
		}
		return
	}
}

// namesConstant tells that an expression is a constant that has a name, if only in its function.
func (c *checker) namesConstant(e ast.Expr) bool {
	named := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, is := c.pass.TypesInfo.Uses[id].(*types.Const)
			named = named || is
		}
		return !named
	})
	return named
}

// usedAsKey tells that a constant is the key of a lock somewhere in the package.
func (c *checker) usedAsKey(t effects.Template) bool {
	return slices.ContainsFunc(c.book.Sites, func(o effects.KeySite) bool {
		return o.Const != nil && o.Const.Name() == t.Name && (t.Pkg == nil && o.Const.Pkg() == c.pass.Pkg || o.Const.Pkg() == t.Pkg)
	})
}

// mentioned tells that the function around a key uses the constant too.
func (c *checker) mentioned(t effects.Template, s effects.KeySite) bool {
	if s.Func == nil {
		return false
	}
	found := false
	ast.Inspect(s.Func, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == t.Name {
			k, is := c.pass.TypesInfo.Uses[id].(*types.Const)
			found = found || is && (t.Pkg == nil || k.Pkg() == t.Pkg)
		}
		return !found
	})
	return found
}

// nameOf is what the template is called in this package.
func (c *checker) nameOf(t effects.Template) string {
	if t.Pkg == nil {
		return t.Name
	}
	return t.Pkg.Name() + "." + t.Name
}

// steps are the lines of the timeline: the template, where it is in this package, and the key.
func (c *checker) steps(t effects.Template, s effects.KeySite) []finding.Step {
	var out []finding.Step
	if t.Pkg == nil && t.Pos.IsValid() {
		out = append(out, finding.Step{Pos: t.Pos, End: t.Pos + token.Pos(len(t.Name)), What: "template", Text: t.Name})
	}
	return append(out, c.result.Where(s, "by hand"))
}

// unguided reports the keys that are built by hand although the configuration names the functions that have
// to build them.
func (c *checker) unguided(funcs []string) {
	if len(funcs) == 0 {
		return
	}
	for _, s := range c.book.Sites {
		if !s.Built() || !effects.Wordy(s.Pattern()) || !s.Hand && !s.Gives || s.Prefix || c.configured(s, funcs) {
			continue
		}
		c.tell(s, unguided, "lock key "+quoted(s)+" is built by hand, but the configuration wants the keys of locks from "+strings.Join(funcs, ", ")+
			": what is built elsewhere may meet another key, or miss its own", c.result.Where(s, "by hand"))
	}
}

// configured tells that the function around a key is one of those that the configuration names.
func (c *checker) configured(s effects.KeySite, funcs []string) bool {
	return s.Func != nil && slices.Contains(funcs, c.pass.Pkg.Path()+"."+s.Name)
}
