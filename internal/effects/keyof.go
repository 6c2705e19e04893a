package effects

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/keyexpr"
)

// KeyOf is the place at which the key of one event is put together, or, where a template does that, the place at which
// the function of the event chose the template.
func (r *Result) KeyOf(e Event) KeySite {
	index := r.Keys().index
	if sites := r.sitesOf(index, e); len(sites) > 0 {
		s := sites[0]
		if around := index.around(e.Pos); around != nil && around != s.Func && r.isTemplate(s.Func) {
			s.Pos, s.End, s.Expr, s.Pieces = r.choice(around, s.Func, e.Pos)
			r.place(index, &s)
		}
		return s
	}
	pos := e.Pos
	for _, b := range e.Lock.Key.Builds() {
		if b.Used && index.at(b.Pos) != nil {
			pos = b.Pos
		}
	}
	at := r.Site(pos)
	s := KeySite{Pos: at.Pos, End: at.End, X: e.Lock.Key, Key: e.Lock.Key, Use: e}
	r.place(index, &s)
	return s
}

func (r *Result) isTemplate(fn *ast.FuncDecl) bool {
	return fn != nil && slices.ContainsFunc(r.Keys().Templates, func(t Template) bool { return t.Kind == TemplateFunc && t.Pos == fn.Name.Pos() })
}

// choice is the call of a template that gave the key of the event at pos: in the event's own call, or the only one
// of the function around. Otherwise it is the event's place.
func (r *Result) choice(around, template *ast.FuncDecl, pos token.Pos) (from, end token.Pos, call ast.Expr, pieces []keyexpr.Piece) {
	site := r.Site(pos)
	for _, node := range []ast.Node{site.Node, around} {
		if calls := r.callsOf(template, node); len(calls) == 1 {
			return calls[0].Pos(), calls[0].End(), calls[0], r.Keys().index.reader().Pieces(calls[0])
		}
	}
	return site.Pos, site.End, nil, nil
}

func (r *Result) callsOf(f *ast.FuncDecl, in ast.Node) []*ast.CallExpr {
	var out []*ast.CallExpr
	if in == nil {
		return nil
	}
	info := r.world.pass.TypesInfo
	ast.Inspect(in, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && typeutil.Callee(info, call) == info.Defs[f.Name] {
			out = append(out, call)
		}
		return true
	})
	return out
}
