package keytemplate

import (
	"go/ast"
	"go/types"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// mismatches reports releases whose key is not the one that was acquired.
func (c *checker) mismatches() {
	for _, p := range c.result.Mismatches() {
		acquired, released := p.Acquire, p.Release
		c.tell(released, mismatch, "lock is acquired as "+quoted(acquired)+" at "+c.where(acquired, released)+" and released as "+quoted(released)+
			": the release misses it, and it stays taken until it expires or its session ends; build the key once and use it for both",
			c.result.Where(acquired, "acquire"), c.result.Where(released, "release"))
	}
}

// duplicates reports keys that two functions build by hand in the same way.
func (c *checker) duplicates() {
	first := map[string]effects.KeySite{}
	done := map[*ast.FuncDecl]bool{}
	for _, s := range c.book.Sites {
		if !byHand(s) || s.Prefix {
			continue
		}
		pattern := s.Pattern()
		one, again := first[pattern]
		switch {
		case !again:
			first[pattern] = s
			c.duplicateOfImport(s)
		case one.Func != s.Func && !done[s.Func]:
			done[s.Func] = true
			c.tell(s, duplicate, "lock key "+quoted(s)+" is built by hand here and in "+one.Name+" at "+c.where(one, s)+
				": when one of the two changes, they no longer lock against each other; let one function build it",
				c.result.Where(one, "first"), c.result.Where(s, "again"))
		}
	}
}

// duplicateOfImport reports a key that a function of a package imported builds by hand too.
func (c *checker) duplicateOfImport(s effects.KeySite) {
	for _, t := range c.book.Templates {
		if t.Kind != effects.TemplateHand || t.Pkg == nil || t.Pattern != s.Pattern() {
			continue
		}
		c.tell(s, duplicate, "lock key "+quoted(s)+" is built by hand here and in "+t.Pkg.Name()+"."+t.Name+
			": when one of the two changes, they no longer lock against each other; let one function build it", c.result.Where(s, "again"))
		return
	}
}

// collisions reports two constants with one value that are the keys of two locks.
func (c *checker) collisions() {
	first := map[string]effects.KeySite{}
	for _, s := range c.book.Sites {
		if s.Const == nil || s.Test || s.Use.Kind != summary.Acquire || c.book.Alias(s.Const) {
			continue
		}
		value := space(s.Use.Lock.Kind) + s.Key.Pattern()
		one, again := first[value]
		switch {
		case !again:
			first[value] = s
		case one.Const != s.Const && one.Const.Name() != s.Const.Name():
			c.tell(s, collision, "locks "+nameOf(c.pass.Pkg, one.Const)+" of "+c.where(one, s)+" and "+nameOf(c.pass.Pkg, s.Const)+" have the same key "+quoted(s)+
				": who holds the one keeps out who wants the other; give each its own value",
				c.result.Where(one, "first"), c.result.Where(s, "again"))
		}
	}
}

// space is where keys of a kind of lock meet: those of sessions and transactions are of one database.
func space(k catalog.LockKind) string {
	if k == catalog.Lease {
		return "lease "
	}
	return ""
}

func nameOf(pkg *types.Package, k *types.Const) string {
	if k.Pkg() == pkg {
		return k.Name()
	}
	return k.Pkg().Name() + "." + k.Name()
}
