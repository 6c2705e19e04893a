package finding

import (
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
)

// Doc is the page of a rule: the part of the package comment of its doc.go behind "# Analyzer NAME",
// from the line "NAME: title" on. An analyzer's Doc begins with its title.
func Doc(source string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || f.Doc == nil {
		return ""
	}
	text := f.Doc.Text()
	_, text, found := strings.Cut(text, "# Analyzer ")
	if !found {
		return ""
	}
	name, text, _ := strings.Cut(text, "\n")
	text = strings.TrimSpace(text)
	return strings.TrimPrefix(text, name+": ")
}

// Markdown is the text of a page, the Doc of an analyzer or a part of it, in Markdown.
func Markdown(doc string) string {
	var p comment.Parser
	printer := comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	return string(printer.Markdown(p.Parse(doc)))
}
