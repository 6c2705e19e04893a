package keyexpr

import (
	"go/ast"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// A Filling is what stands in one hole of a template: an expression of the source, or a text.
type Filling struct {
	Piece Piece // its Expr is nil where the hole is filled with constant text
}

// Match fills the holes of a template so that it makes what the pieces make. A hole takes one expression, or
// a text up to the next character of the template.
func Match(pattern string, pieces []Piece) ([]Filling, bool) {
	var out []Filling
	parts := strings.Split(pattern, summary.Hole)
	rest := pieces
	var text string // of the first piece of rest, what is left of it
	next := func() {
		text = ""
		for len(rest) > 0 && rest[0].Expr == nil {
			text += rest[0].Text
			rest = rest[1:]
		}
	}
	next()
	for i, part := range parts {
		if !strings.HasPrefix(text, part) {
			return nil, false
		}
		text = text[len(part):]
		if i == len(parts)-1 {
			break
		}
		switch {
		case text == "" && len(rest) > 0: // an expression
			out = append(out, Filling{rest[0]})
			rest = rest[1:]
			next()
		case text != "":
			n := len(text)
			if after := parts[i+1]; after != "" {
				if n = strings.Index(text, after); n <= 0 {
					return nil, false
				}
			} else if i+1 < len(parts)-1 || len(rest) > 0 {
				return nil, false
			}
			out = append(out, Filling{Piece{Text: text[:n]}})
			text = text[n:]
		default:
			return nil, false
		}
	}
	return out, text == "" && len(rest) == 0
}

// Holes are the expressions among the pieces.
func Holes(pieces []Piece) []ast.Expr {
	var out []ast.Expr
	for _, p := range pieces {
		if p.Expr != nil {
			out = append(out, p.Expr)
		}
	}
	return out
}
