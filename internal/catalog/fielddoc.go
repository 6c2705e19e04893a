package catalog

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/document"
	"github.com/locklint/locklint/internal/lazy"
)

//go:embed catalog.go user.go
var sources embed.FS

// Describe is what the comments of this package say of a field of a type that users write, in the words that
// they use: `ttlUnit` for TTLUnit.
func Describe(t reflect.Type, field string) string {
	for _, name := range []string{"catalog.go", "user.go"} {
		src, err := sources.ReadFile(name)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments)
		if err != nil {
			continue
		}
		if text := commentOf(f, t.Name(), field); text != "" {
			return inUserWords(text)
		}
	}
	return ""
}

// DescribeRole is what the comments say of a role.
func DescribeRole(r Role) string {
	src, err := sources.ReadFile("catalog.go")
	if err != nil {
		return ""
	}
	f, err := parser.ParseFile(token.NewFileSet(), "catalog.go", src, parser.ParseComments)
	if err != nil {
		return ""
	}
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == 1 && v.Names[0].Name == r.String() {
			text = oneLine(v.Doc.Text() + " " + v.Comment.Text())
		}
		return text == ""
	})
	return inUserWords(text)
}

// commentOf is the comment of a field of a struct.
func commentOf(f *ast.File, typ, field string) string {
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		s, ok := spec.Type.(*ast.StructType)
		if !ok || spec.Name.Name != typ {
			return false
		}
		for _, fl := range s.Fields.List {
			if slices.ContainsFunc(fl.Names, func(id *ast.Ident) bool { return id.Name == field }) {
				text = oneLine(fl.Doc.Text() + " " + fl.Comment.Text())
			}
		}
		return false
	})
	return text
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var (
	entryField = lazy.Regexp(`\[?Entry\.([A-Z]\w*)\]?`)
	sqlWord    = lazy.Regexp(`SQL (text|argument)`)
	resultCall = lazy.Regexp(`Result\((\d)\)`)
)

var goName = lazy.Regexp(`\b[A-Z][A-Za-z]*\b`)

// inUserWords writes names of fields and roles as users do.
func inUserWords(text string) (out string) {
	text = strings.NewReplacer("Entry.Command", "the catalogue", "(ArgOf)", "(as in `arg1.param0`)", "Arg(i)", "`arg` place").Replace(text)
	text = sqlWord().ReplaceAllString(text, "sql\x00$1") // the word, not the field
	defer func() { out = strings.ReplaceAll(out, "sql\x00", "SQL ") }()
	text = entryField().ReplaceAllString(text, "$1")
	text = resultCall().ReplaceAllString(text, "`result$1`")
	return goName().ReplaceAllStringFunc(text, func(name string) string {
		for _, t := range []reflect.Type{reflect.TypeFor[Entry](), reflect.TypeFor[TypeEntry]()} {
			if f, ok := t.FieldByName(name); ok {
				return "`" + document.KeyOf(f) + "`"
			}
		}
		if i := slices.Index(roleNames[:], name); i > 0 {
			return "`" + word(name) + "`"
		}
		return name
	})
}
