package finding

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/scanner"
	"go/token"
	"strings"
)

// maxText is how many runes of source a line of the timeline shows.
const maxText = 60

// Text is the source text of a node on one line: white space collapsed, the bodies of function
// literals left out, what is not [Printable] replaced, cut at about 60 runes.
func Text(fset *token.FileSet, node ast.Node) string {
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, shorten(node)); err != nil {
		return ""
	}
	text := Printable(strings.ReplaceAll(oneLine(buf.Bytes()), "{ "+bodyMark+" }", "{...}"))
	runes := []rune(text)
	if len(runes) <= maxText {
		return text
	}
	return strings.TrimRight(string(runes[:maxText-3]), " ,.(") + "..."
}

// oneLine joins the lines of formatted source, as if it had not been broken at brackets and commas.
func oneLine(src []byte) string {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var sc scanner.Scanner
	sc.Init(file, src, func(token.Position, string) {}, 0)
	var out strings.Builder
	var last token.Token // whose text is still to be written
	var text string
	end := 0
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.SEMICOLON && lit == "\n" {
			continue // the line break itself is looked at below
		}
		start := min(file.Offset(pos), len(src))
		gap := string(src[end:start])
		closing := tok == token.RPAREN || tok == token.RBRACE || tok == token.RBRACK
		if broken := strings.Contains(gap, "\n"); broken {
			switch {
			case last == token.COMMA && closing:
				text, gap = "", ""
			case closing, last == token.LPAREN, last == token.LBRACE, last == token.LBRACK, last == token.PERIOD:
				gap = ""
			default:
				gap = " "
			}
		}
		out.WriteString(text)
		if tok == token.EOF {
			return strings.Join(strings.Fields(out.String()), " ")
		}
		out.WriteString(gap)
		last, text = tok, cmp.Or(lit, tok.String())
		end = start + len(text)
	}
}

// bodyMark stands for the body of a function literal while the node is printed.
const bodyMark = "locklint_body"

// shorten copies the calls on the way to a function literal, so that its body can be left out
// without touching the syntax that everybody shares.
func shorten(node ast.Node) ast.Node {
	switch n := node.(type) {
	case *ast.ExprStmt:
		return shorten(n.X)
	case *ast.DeferStmt:
		c := *n
		c.Call = shorten(n.Call).(*ast.CallExpr)
		return &c
	case *ast.CallExpr:
		c := *n
		c.Fun = shorten(n.Fun).(ast.Expr)
		c.Args = nil
		for _, arg := range n.Args {
			c.Args = append(c.Args, shorten(arg).(ast.Expr))
		}
		return &c
	case *ast.ParenExpr:
		c := *n
		c.X = shorten(n.X).(ast.Expr)
		return &c
	case *ast.SelectorExpr:
		c := *n
		c.X = shorten(n.X).(ast.Expr)
		return &c
	case *ast.FuncLit:
		c := *n
		mark := &ast.Ident{NamePos: n.Body.Lbrace, Name: bodyMark}
		c.Body = &ast.BlockStmt{Lbrace: n.Body.Lbrace, List: []ast.Stmt{&ast.ExprStmt{X: mark}}, Rbrace: n.Body.Lbrace}
		return &c
	}
	return node
}
