package effects

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// A KeySite is a place of this package that says by which key a lock is taken or given back: where the key is
// put together, or a constant that is used as it is.
type KeySite struct {
	Pos, End token.Pos
	Expr     ast.Expr        // what is written there; nil where it is a statement: key += ":" + id
	Pieces   []keyexpr.Piece // of Expr
	X        *summary.Expr   // what is put together there
	Key      *summary.Expr   // the whole key, which may have a prefix that somebody else puts in front
	Use      Event           // the acquire or release
	Func     *ast.FuncDecl   // the function around it, nil outside of all
	Name     string          // of the function
	Hand     bool            // the function locks, or calls something that locks, by the key that it has built itself
	Gives    bool            // the function returns the key
	Test     bool            // in a test file
	Number   bool            // a number that is made of a constant one and others
	Prefix   bool            // the function puts a prefix in front of the key that it was given
	Const    *types.Const    // a constant by its name
}

// Pattern is the text of what is put together, with {} for each part that is not constant. Of a number it is the
// sum: 1000+{}.
func (s KeySite) Pattern() string {
	if s.Number {
		return keyexpr.Pattern(s.Pieces)
	}
	return s.X.Pattern()
}

// Built tells that the key is put together of constant parts and others.
func (s KeySite) Built() bool { return s.X.Op == summary.Template || s.Number }

// A KeyBook is what a package does with the keys of locks.
type KeyBook struct {
	Sites     []KeySite  // in the order of the source, each place once
	Templates []Template // of this package, then of those that it imports
	index     *keyIndex
	locks     map[string]bool // the patterns of the keys made by SET NX that are keys of locks
}

// Keys is the key book of the package.
func (r *Result) Keys() *KeyBook {
	r.booked.Do(func() { r.book = r.makeBook() })
	return r.book
}

// UsesKeys tells that something is locked or given back by a key in the package: nothing is to be said of its keys otherwise, and the
// book need not be made.
func (r *Result) UsesKeys() bool {
	return slices.ContainsFunc(r.ir.Funcs, func(fn *ssa.Function) bool {
		f := r.world.memo[fn].fnOrNil()
		return f != nil && len(f.Keys) > 0
	})
}

func (r *Result) makeBook() *KeyBook {
	pass := r.world.pass
	b := &KeyBook{index: newKeyIndex(pass.TypesInfo, pass.Fset, pass.Files)}
	own := r.byFlow(b.index.templateFuncs())
	b.Sites = r.keySites(b, own)
	for i := range own {
		own[i].Locks = slices.ContainsFunc(b.Sites, func(s KeySite) bool { return s.Pattern() == own[i].Pattern })
	}
	own = slices.DeleteFunc(own, func(t Template) bool {
		return Numeric(t.Pattern) && !t.Locks && !t.OfLocks() && !ofLocks(pass.Pkg.Name())
	})
	seen := map[string]bool{}
	for _, s := range b.Sites {
		t := Template{TemplateFact: TemplateFact{Name: s.Name, Kind: TemplateMaker, Pattern: s.Pattern(), Locks: true}, Pos: s.Pos}
		if s.Hand {
			t.Kind = TemplateHand
		}
		if s.Func == nil || s.Gives || s.Test || s.Prefix || !s.Built() || !Wordy(t.Pattern) || seen[t.Name+t.Pattern] {
			continue
		}
		seen[t.Name+t.Pattern] = true
		own = append(own, t)
	}
	b.Templates = slices.Concat(own, constants(pass.Pkg, true), r.importedTemplates())
	for _, imp := range pass.Pkg.Imports() {
		if !catalog.IsStd(imp.Path()) && !r.world.Catalog().Covers(imp.Path()) {
			b.Templates = append(b.Templates, constants(imp, false)...)
		}
	}
	return b
}

// keySites finds the places behind all uses of keys.
func (r *Result) keySites(b *KeyBook, own []Template) []KeySite {
	var uses []keyUse
	for _, fn := range r.ir.Funcs {
		if f := r.world.memo[fn].fnOrNil(); f != nil {
			for _, e := range f.Keys {
				uses = append(uses, keyUse{Event: e, in: fn.String(), test: r.world.inTest(e.Pos)})
			}
		}
	}
	byPos := map[token.Pos]*KeySite{}
	b.locks = r.lockKeys(uses)
	for _, e := range lockUses(uses, b.locks) {
		for _, s := range r.sitesOf(b.index, Event{e.Event}) {
			s.Gives = slices.ContainsFunc(own, func(t Template) bool { return s.Func != nil && t.Pos == s.Func.Name.Pos() })
			old := byPos[s.Pos]
			switch {
			case old == nil:
				byPos[s.Pos] = &s
			case old.Use.Kind == summary.Release && s.Use.Kind == summary.Acquire || !old.Hand && s.Hand:
				s.Hand = s.Hand || old.Hand
				byPos[s.Pos] = &s
			}
		}
	}
	out := make([]KeySite, 0, len(byPos))
	for _, s := range byPos {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b KeySite) int {
		p, q := r.fset.Position(a.Pos), r.fset.Position(b.Pos)
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
	})
	return out
}

// lockUses are the uses by which locks are meant: a key that is only ever deleted, or given to a script, names
// no lock unless one is taken by it, and one made by SET NX none unless something says so.
func lockUses(uses []keyUse, locks map[string]bool) []keyUse {
	taken := map[string]bool{}
	for _, e := range uses {
		if p := e.Lock.Key.Pattern(); e.Kind == summary.Acquire && (!takesKey(e.Event) || locks[p]) {
			taken[p] = true
		}
	}
	return slices.DeleteFunc(uses, func(e keyUse) bool {
		p := e.Lock.Key.Pattern()
		return e.Lock.Kind == catalog.Process || takesKey(e.Event) && !locks[p] ||
			e.Kind == summary.Release && e.Lock.Kind != catalog.Session && !taken[p]
	})
}

// sitesOf are the places at which the key of one use, or a part of it, is put together in this package.
func (r *Result) sitesOf(x *keyIndex, e Event) []KeySite {
	var out []KeySite
	around := x.around(e.Pos)
	for _, b := range buildsOf(e.Lock.Key) {
		node := x.at(b.Pos)
		if node == nil {
			continue
		}
		s := KeySite{Pos: node.Pos(), End: node.End(), X: b.X, Key: e.Lock.Key, Use: e}
		if expr, ok := node.(ast.Expr); ok {
			s.Expr = expr
			s.Pieces = x.reader().Pieces(expr)
			s.Number = b.X.Op == summary.Call && len(s.Pieces) > 1 && Numeric(keyexpr.Pattern(s.Pieces))
		}
		r.place(x, &s)
		s.Hand = s.Func != nil && s.Func == around
		if !slices.ContainsFunc(out, func(o KeySite) bool { return o.Pos == s.Pos }) {
			out = append(out, s)
		}
	}
	if arg := r.constantArg(x, e); arg != nil && len(out) == 0 {
		s := KeySite{Pos: arg.Pos(), End: arg.End(), Expr: arg, Pieces: x.reader().Pieces(arg), X: e.Lock.Key, Key: e.Lock.Key, Use: e, Hand: true}
		if part, _ := constantPart(e.Lock.Key); len(s.Pieces) == 1 && strings.HasSuffix(part, s.Pieces[0].Text) { // and not SQL text around it
			s.Const = s.Pieces[0].Const
		}
		r.place(x, &s)
		out = append(out, s)
	}
	return out
}

// buildsOf are the places at which texts were put together that became a key or a part of it; of a key that is
// no text, the place at which it was made.
func buildsOf(key *summary.Expr) []summary.Build {
	var texts, others []summary.Build
	for _, b := range key.Builds() {
		switch {
		case b.Used:
		case b.X.Op == summary.Template:
			texts = append(texts, b)
		case len(others) == 0:
			others = append(others, b)
		}
	}
	if len(texts) > 0 {
		return texts
	}
	return others
}

func (r *Result) place(x *keyIndex, s *KeySite) {
	s.Func = x.around(s.Pos)
	if s.Func != nil {
		s.Name = ssair.DeclName(s.Func)
	}
	s.Test = strings.HasSuffix(r.fset.Position(s.Pos).Filename, "_test.go")
	s.Prefix = prefixes(*s)
}

// prefixes tells a wrapper that puts its own prefix in front of the key that it was given.
func prefixes(s KeySite) bool {
	holes := keyexpr.Holes(s.Pieces)
	if len(holes) != 1 || s.Func == nil {
		return false
	}
	id, ok := ast.Unparen(holes[0]).(*ast.Ident)
	if !ok {
		return false
	}
	for _, field := range s.Func.Type.Params.List {
		for _, p := range field.Names {
			if t, ok := field.Type.(*ast.Ident); ok && t.Name == "string" && p.Name == id.Name {
				return slices.Contains(keyNames, strings.ToLower(p.Name)) || Generic(s.Pattern())
			}
		}
	}
	return false
}

// keyNames are what the parameters of wrappers are called that hold a key.
var keyNames = []string{"key", "k", "name", "lockkey", "lockname", "lock", "resource", "resourcekey", "resourceid", "suffix", "keyname", "rawkey", "lockid"}

// Generic tells a pattern whose words say no more than that it is a lock.
func Generic(pattern string) bool {
	words := strings.FieldsFunc(pattern, func(r rune) bool { return !unicode.IsLetter(r) })
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(genericWords, strings.ToLower(w)) })
}

var genericWords = []string{"lock", "locks", "mutex", "lease", "dlock", "distlock", "redislock", "rlock", "key", "lk", "lck"}

// constantArg is the argument of a call that is the constant key of a lock, or the SQL text in which it stands.
func (r *Result) constantArg(x *keyIndex, e Event) ast.Expr {
	key, ok := constantPart(e.Lock.Key)
	if !ok {
		return nil
	}
	var found, text, end ast.Expr
	node := r.Site(e.Pos).Node
	if node == nil {
		return nil
	}
	ast.Inspect(node, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit && n != node {
			return false
		}
		expr, ok := n.(ast.Expr)
		if !ok || found != nil {
			return found == nil
		}
		value := x.info.Types[expr].Value
		switch {
		case value == nil:
		case value.Kind() == constant.String && constant.StringVal(value) == key,
			value.Kind() == constant.Int && value.ExactString() == key:
			found = expr
		case value.Kind() != constant.String:
		case end == nil && len(constant.StringVal(value)) > 2 && strings.HasSuffix(key, constant.StringVal(value)): // somebody puts a prefix in front
			end = expr
		case text == nil && strings.Contains(constant.StringVal(value), key):
			text = expr
		}
		return value == nil
	})
	switch {
	case found != nil:
		return found
	case end != nil:
		return end
	}
	return text
}

// constantPart is a constant key, or the class of a key of two numbers, if that is constant.
func constantPart(key *summary.Expr) (string, bool) {
	if key.Op == summary.Const {
		return key.Name, true
	}
	class, rest, ok := strings.Cut(key.Pattern(), ", ")
	if _, err := strconv.Atoi(class); err == nil && ok && rest == summary.Hole {
		return class, true
	}
	return "", false
}

// Where is the step of a timeline at a key.
func (r *Result) Where(s KeySite, what string) finding.Step {
	return finding.Step{Pos: s.Pos, End: s.End, What: what, Text: r.Text(s.Pos, s.Expr)}
}

// Text is the source of an expression.
func (r *Result) Text(pos token.Pos, e ast.Expr) string {
	if e != nil {
		return finding.Text(r.fset, e)
	}
	if s := r.Keys().index.stmts[pos]; s != nil {
		return finding.Text(r.fset, s)
	}
	return "?"
}

// Alias tells a constant that is declared to be another one.
func (b *KeyBook) Alias(c *types.Const) bool { return b.index.alias[c] }

// Volatile is the function whose results differ each time, or on each host, that the key of a site depends on, or "":
// also through a field or package variable that is set to nothing else.
func (b *KeyBook) Volatile(s KeySite) string {
	if from := keys.VolatileIn(s.Key); from != "" {
		return from
	}
	for _, hole := range keyexpr.Holes(s.Pieces) {
		if from := b.index.volatile(hole); from != "" {
			return from
		}
	}
	return ""
}
