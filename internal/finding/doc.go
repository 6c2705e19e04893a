package finding

import (
	"go/doc/comment"
	"strings"
)

// Doc is the page of a rule: the part of the package comment of its doc.go, which is of // lines, behind
// "# Analyzer NAME", from the line "NAME: title" on. An analyzer's Doc begins with its title. It is read line by line:
// go/parser takes 0.3 ms for a page, and go vet starts a process for every package.
func Doc(source string) string {
	var text strings.Builder
	text.Grow(len(source))
	for line := range strings.Lines(source) {
		line, found := strings.CutPrefix(line, "//")
		if !found {
			break
		}
		text.WriteString(strings.TrimRight(strings.TrimPrefix(line, " "), " \t\r\n"))
		text.WriteByte('\n')
	}
	_, page, found := strings.Cut(text.String(), "# Analyzer ")
	if !found {
		return ""
	}
	name, page, _ := strings.Cut(page, "\n")
	page = strings.TrimSpace(page)
	return strings.TrimPrefix(page, name+": ")
}

// Markdown is the text of a page, the Doc of an analyzer or a part of it, in Markdown.
func Markdown(doc string) string {
	var p comment.Parser
	printer := comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	return string(printer.Markdown(p.Parse(doc)))
}
