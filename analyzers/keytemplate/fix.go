package keytemplate

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/keyexpr"
)

// fix calls the template function in the place of a key built by hand, if its arguments can be told and have
// the right types.
func (c *checker) fix(s effects.KeySite, t effects.Template) []analysis.SuggestedFix {
	if t.Kind != effects.TemplateFunc || s.Expr == nil || strings.Contains(t.Name, ".") {
		return nil
	}
	pkg := t.Pkg
	if pkg == nil {
		pkg = c.pass.Pkg
	}
	fn, ok := pkg.Scope().Lookup(t.Name).(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 || fn.Signature().Variadic() || fn.Signature().TypeParams() != nil {
		return nil
	}
	if want := c.pass.TypesInfo.TypeOf(s.Expr); want == nil || !types.AssignableTo(fn.Signature().Results().At(0).Type(), want) {
		return nil
	}
	args, ok := c.arguments(s, t, fn.Signature())
	if !ok {
		return nil
	}
	name, edits, ok := c.qualified(s.Expr, t)
	if !ok {
		return nil
	}
	text := name + "(" + strings.Join(args, ", ") + ")"
	edits = append([]analysis.TextEdit{{Pos: s.Expr.Pos(), End: s.Expr.End(), NewText: []byte(text)}}, edits...)
	return []analysis.SuggestedFix{{Message: "call " + name, TextEdits: append(edits, c.unused(s.Expr)...)}}
}

// arguments are what the template function has to be given, in the words of the source.
func (c *checker) arguments(s effects.KeySite, t effects.Template, sig *types.Signature) ([]string, bool) {
	pieces := keyexpr.Reader{Info: c.pass.TypesInfo}.Pieces(s.Expr)
	fillings, ok := keyexpr.Match(t.Pattern, pieces)
	if !ok || len(fillings) != len(t.Params) {
		return nil, false
	}
	args := make([]string, sig.Params().Len())
	for i, f := range fillings {
		at := t.Params[i]
		if at < 0 || at >= len(args) {
			return nil, false
		}
		text := c.argument(f.Piece, sig.Params().At(at).Type())
		if text == "" || args[at] != "" && args[at] != text {
			return nil, false
		}
		args[at] = text
	}
	for _, a := range args {
		if a == "" {
			return nil, false
		}
	}
	return args, true
}

// argument writes what fills a hole as a value of a type, or "".
func (c *checker) argument(p keyexpr.Piece, want types.Type) string {
	if p.Expr == nil {
		basic, ok := want.Underlying().(*types.Basic)
		switch {
		case !ok:
		case basic.Info()&types.IsString != 0:
			return strconv.Quote(p.Text)
		case basic.Info()&types.IsInteger != 0:
			if _, err := strconv.ParseInt(p.Text, 10, 64); err == nil {
				return p.Text
			}
		}
		return ""
	}
	for _, e := range []ast.Expr{p.Expr, p.Whole} {
		if t := c.pass.TypesInfo.TypeOf(e); t != nil && types.AssignableTo(t, want) {
			return c.source(e)
		}
	}
	return ""
}

func (c *checker) source(e ast.Expr) string {
	var buf bytes.Buffer
	if err := format.Node(&buf, c.pass.Fset, e); err != nil {
		return ""
	}
	return buf.String()
}

// replace puts the name of a constant in the place of a literal.
func (c *checker) replace(s effects.KeySite, lit *ast.BasicLit, t effects.Template) []analysis.SuggestedFix {
	if value := c.pass.TypesInfo.Types[lit].Value; value == nil || strings.Trim(value.ExactString(), `"`) != t.Pattern {
		return nil // SQL text in which the key stands
	}
	name, edits, ok := c.qualified(lit, t)
	if !ok {
		return nil
	}
	edits = append([]analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(name)}}, edits...)
	return []analysis.SuggestedFix{{Message: "use " + name, TextEdits: edits}}
}

// qualified is the name of a template at a place, and the import that it needs. It is not to be had where
// something else goes by the name of the package.
func (c *checker) qualified(at ast.Expr, t effects.Template) (string, []analysis.TextEdit, bool) {
	file := c.file(at.Pos())
	if file == nil {
		return "", nil, false
	}
	scope := c.pass.Pkg.Scope().Innermost(at.Pos())
	if scope == nil {
		return "", nil, false
	}
	if t.Pkg == nil {
		_, obj := scope.LookupParent(t.Name, at.Pos())
		return t.Name, nil, obj != nil && obj.Parent() == c.pass.Pkg.Scope()
	}
	for _, spec := range file.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || path != t.Pkg.Path() {
			continue
		}
		name := t.Pkg.Name()
		if spec.Name != nil {
			name = spec.Name.Name
		}
		_, obj := scope.LookupParent(name, at.Pos())
		_, is := obj.(*types.PkgName)
		return name + "." + t.Name, nil, is
	}
	if _, obj := scope.LookupParent(t.Pkg.Name(), at.Pos()); obj != nil {
		return "", nil, false
	}
	return t.Pkg.Name() + "." + t.Name, []analysis.TextEdit{addImport(file, t.Pkg.Path())}, true
}

func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// addImport writes an import behind one of the same kind, or else before all others.
func addImport(file *ast.File, path string) analysis.TextEdit {
	quoted := strconv.Quote(path)
	at := func(pos token.Pos, before string) analysis.TextEdit {
		return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(before + quoted)}
	}
	decl, ok := firstImports(file)
	switch {
	case !ok:
		return at(file.Name.End(), "\n\nimport ")
	case !decl.Rparen.IsValid():
		return at(decl.End(), "\n\nimport ")
	}
	pos := decl.Lparen + 1
	first, _, _ := strings.Cut(path, "/")
	for _, s := range decl.Specs {
		if spec := s.(*ast.ImportSpec); strings.Contains(spec.Path.Value, ".") || strings.HasPrefix(spec.Path.Value, `"`+first+"/") {
			pos = spec.End()
		}
	}
	return at(pos, "\n\t")
}

// firstImports is the first import declaration of a file.
func firstImports(file *ast.File) (*ast.GenDecl, bool) {
	if len(file.Decls) == 0 {
		return nil, false
	}
	decl, ok := file.Decls[0].(*ast.GenDecl)
	return decl, ok && decl.Tok == token.IMPORT
}

// unused takes out the imports that nothing but the replaced expression uses.
func (c *checker) unused(replaced ast.Expr) []analysis.TextEdit {
	file := c.file(replaced.Pos())
	inside, outside := map[*types.PkgName]bool{}, map[*types.PkgName]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if p, ok := c.pass.TypesInfo.Uses[id].(*types.PkgName); ok {
			if replaced.Pos() <= id.Pos() && id.Pos() < replaced.End() {
				inside[p] = true
			} else {
				outside[p] = true
			}
		}
		return true
	})
	var out []analysis.TextEdit
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT || !decl.Rparen.IsValid() {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ImportSpec)
			p := c.imported(spec)
			if p == nil || !inside[p] || outside[p] || strings.Contains(spec.Path.Value, ".") {
				continue
			}
			tf := c.pass.Fset.File(spec.Pos())
			line := tf.Line(spec.Pos())
			if line < tf.LineCount() && len(decl.Specs) > 1 {
				out = append(out, analysis.TextEdit{Pos: tf.LineStart(line), End: tf.LineStart(line + 1)})
			}
		}
	}
	return out
}

func (c *checker) imported(spec *ast.ImportSpec) *types.PkgName {
	if spec.Name != nil {
		p, _ := c.pass.TypesInfo.Defs[spec.Name].(*types.PkgName)
		return p
	}
	p, _ := c.pass.TypesInfo.Implicits[spec].(*types.PkgName)
	return p
}
