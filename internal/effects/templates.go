package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// A Template is a place where a project builds a key for everybody: a function whose result it is, or a
// constant.
type Template struct {
	TemplateFact
	Pkg *types.Package // nil: this one
	Pos token.Pos      // in this package
}

// OfLocks tells that the name of a template, of its package or its text is about locks.
func (t Template) OfLocks() bool {
	text := t.Name + " " + t.Pattern
	if t.Pkg != nil {
		text += " " + t.Pkg.Name()
	}
	return ofLocks(text)
}

func ofLocks(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "lock") || strings.Contains(text, "mutex") || strings.Contains(text, "lease")
}

// A TemplateFact is what importers learn of a template.
type TemplateFact struct {
	Name    string // Order, Keys.Order (a method), or the constant's
	Kind    TemplateKind
	Pattern string // of the key, of the format, of the prefix
	Params  []int  // TemplateFunc: for each hole the parameter that fills it; -1: something else
	Locks   bool   // its package locks by it
}

// A TemplateKind is what kind of template it is.
type TemplateKind uint8

// The kinds.
const (
	TemplateFunc   TemplateKind = iota + 1 // a function that returns the key
	TemplateMaker                          // a function that returns a lock by it, or something that holds it
	TemplateFormat                         // a format
	TemplateText                           // a whole key, or its beginning
	TemplateHand                           // no template: a function that builds the key for itself and locks by it
)

// Templates are the package fact about them. It reaches direct importers, who are those that can call them.
type Templates struct{ Entries []TemplateFact }

// AFact makes the templates a fact about their package.
func (*Templates) AFact() {}

func (t *Templates) String() string {
	var names []string
	for _, e := range t.Entries {
		names = append(names, e.Name+" "+e.Pattern)
	}
	return strings.Join(names, "; ")
}

// maxTemplates bounds the templates of one package.
const maxTemplates = 256

// looksAlike tells a text that may be the pattern of a key and not a sentence, a URL or a query.
func looksAlike(pattern string) bool {
	return Numeric(pattern) || len(pattern) <= 120 && !strings.ContainsAny(pattern, " \t\n\"'<>=?&%(") && !strings.Contains(pattern, "://")
}

// templateFuncs are the functions of the package that return a key, by syntax alone: they are found in
// packages too whose flow nobody follows, such as one that does nothing but build keys.
func (x *keyIndex) templateFuncs() []Template {
	var out []Template
	for _, fn := range x.funcs {
		if x.tests[fn] {
			continue
		}
		if t, ok := x.templateFunc(fn); ok && len(out) < maxTemplates {
			out = append(out, t)
		}
	}
	return out
}

func (x *keyIndex) templateFunc(fn *ast.FuncDecl) (Template, bool) {
	obj, ok := x.info.Defs[fn.Name].(*types.Func)
	if !ok || fn.Body == nil || obj.Signature().Results().Len() == 0 || !isKeyType(obj.Signature().Results().At(0).Type()) {
		return Template{}, false
	}
	t := Template{TemplateFact: TemplateFact{Name: ssair.DeclName(fn), Kind: TemplateFunc}, Pos: fn.Name.Pos()}
	for _, e := range returned(fn) {
		pieces := x.reader().Pieces(e)
		pattern := keyexpr.Pattern(pieces)
		switch {
		case pattern == "": // an error is returned beside
			continue
		case t.Pattern != "" && t.Pattern != pattern:
			return Template{}, false
		}
		t.Pattern, t.Params = pattern, x.paramsOf(obj, pieces)
	}
	return t, Wordy(t.Pattern) && looksAlike(t.Pattern)
}

// byFlow adds the functions whose flow tells that they return a key, as syntax alone does not, or something that
// holds one.
func (r *Result) byFlow(own []Template) []Template {
	known := map[token.Pos]bool{}
	for _, t := range own {
		known[t.Pos] = true
	}
	for _, fn := range r.ir.Funcs {
		f := r.world.memo[fn].fnOrNil()
		obj, ok := fn.Object().(*types.Func)
		if f == nil || !ok || fn.Parent() != nil || known[fn.Pos()] || r.world.inTest(fn.Pos()) {
			continue
		}
		x, kind := builtBy(f.Cases)
		if x == nil || !Wordy(x.Name) || !looksAlike(x.Name) {
			continue
		}
		t := Template{TemplateFact: TemplateFact{Name: methodName(obj), Kind: kind, Pattern: x.Name}, Pos: fn.Pos()}
		off := 0
		if obj.Signature().Recv() != nil {
			off = 1
		}
		for _, a := range x.Args {
			at := -1
			if a != nil && a.Op == summary.Param && a.Index >= off {
				at = a.Index - off
			}
			t.Params = append(t.Params, at)
		}
		own = append(own, t)
	}
	return own
}

// builtBy is the key that is the first result in all cases that have one, or that stands in a field of it.
func builtBy(cases []section.Case) (*summary.Expr, TemplateKind) {
	var found *summary.Expr
	kind := TemplateFunc
	for _, c := range cases {
		x, k := (*summary.Expr)(nil), TemplateFunc
		if len(c.Results) > 0 && c.Results[0] != nil {
			x = c.Results[0]
		}
		if x == nil || x.Op != summary.Template {
			x, k = heldKey(c, x), TemplateMaker
		}
		switch {
		case x == nil:
		case found != nil && !summary.Equal(x, found):
			return nil, 0
		default:
			found, kind = x, k
		}
	}
	return found, kind
}

// heldKey is the one key that stands in a field of the first result.
func heldKey(c section.Case, result *summary.Expr) *summary.Expr {
	var found []*summary.Expr
	for _, s := range c.Stores {
		if s.X != nil && s.X.Op == summary.Template && s.Addr != nil && s.Addr.Op == summary.Field && summary.Equal(s.Addr.Args[0], summary.ResultOf(0)) {
			found = append(found, s.X)
		}
	}
	if result != nil && result.Op == summary.Struct {
		for _, x := range result.Args {
			if x != nil && x.Op == summary.Template {
				found = append(found, x)
			}
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

// methodName is the name of a function as [ssair.DeclName] writes it.
func methodName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if tn := named(recv.Type()); tn != nil {
			return tn.Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}

// inTest tells a place in a test file.
func (w *world) inTest(pos token.Pos) bool {
	return strings.HasSuffix(w.pass.Fset.Position(pos).Filename, "_test.go")
}

// returned are the first results of a function, as far as they are written down.
func returned(fn *ast.FuncDecl) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				out = append(out, n.Results[0])
			}
		}
		return true
	})
	return out
}

// paramsOf says for each hole which parameter fills it.
func (x *keyIndex) paramsOf(fn *types.Func, pieces []keyexpr.Piece) []int {
	var out []int
	params := fn.Signature().Params()
	for _, e := range keyexpr.Holes(pieces) {
		at := -1
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			for i := range params.Len() {
				if x.info.Uses[id] == params.At(i) {
					at = i
				}
			}
		}
		out = append(out, at)
	}
	return out
}

// isKeyType tells strings, bytes and integers.
func isKeyType(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// Wordy tells that a pattern has letters of its own: two keys that have nothing in common but a colon have
// nothing in common.
func Wordy(pattern string) bool {
	n := 0
	for _, r := range strings.ReplaceAll(pattern, summary.Hole, "") {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 127 {
			n++
		}
	}
	return n >= 2 || Numeric(pattern)
}

// Numeric tells the pattern of a number that has a constant part of at least two digits.
func Numeric(pattern string) bool {
	digits := 0
	for _, r := range strings.ReplaceAll(pattern, summary.Hole, "") {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case !strings.ContainsRune("+-*|^<", r):
			return false
		}
	}
	return digits >= 2 && strings.ContainsAny(pattern, "+-*|^<") && strings.Contains(pattern, summary.Hole)
}

// constants are the constants of a package that may be a key, its beginning or its format.
func constants(pkg *types.Package, own bool) []Template {
	var out []Template
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok || !own && !c.Exported() {
			continue
		}
		t := Template{TemplateFact: TemplateFact{Name: name, Kind: TemplateText}, Pos: c.Pos()}
		switch c.Val().Kind() {
		case constant.Int:
			t.Pattern = c.Val().ExactString()
		case constant.String:
			t.Pattern = constant.StringVal(c.Val())
			if strings.Contains(t.Pattern, "%") {
				holes := make([]*summary.Expr, strings.Count(t.Pattern, "%"))
				t.Kind, t.Pattern = TemplateFormat, keys.Sprintf(summary.ConstOf(t.Pattern), holes).Pattern()
			}
			if !Wordy(t.Pattern) || !looksAlike(t.Pattern) {
				continue
			}
		default:
			continue
		}
		if !own {
			t.Pkg = pkg
		}
		out = append(out, t)
	}
	return out
}

// imported are the templates of the packages imported.
func (r *Result) importedTemplates() []Template {
	var out []Template
	for _, imp := range r.world.pass.Pkg.Imports() {
		var fact Templates
		if r.world.pass.ImportPackageFact(imp, &fact) {
			for _, t := range fact.Entries {
				out = append(out, Template{TemplateFact: t, Pkg: imp})
			}
		}
	}
	return out
}

// exportTemplates tells the importers what this package has for them.
func (r *Result) exportTemplates(own []Template) {
	var out []TemplateFact
	for _, t := range own {
		name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
		if t.Pkg == nil && t.Kind != TemplateText && t.Kind != TemplateFormat && token.IsExported(name) && token.IsExported(t.Name) {
			out = append(out, t.TemplateFact)
		}
	}
	if len(out) > 0 {
		r.world.pass.ExportPackageFact(&Templates{Entries: out[:min(len(out), maxTemplates)]})
	}
}
