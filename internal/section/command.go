package section

import (
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A raw command is a call whose words say what it does, as SET key token NX PX 3000: it is what the catalogue says of a
// command with these words, which are its arguments.

// command does what the words of a raw command say.
func (l libraryCall) command() []*config {
	if !l.entry.Built.IsZero() {
		return l.sendsBuilt()
	}
	first := l.off + l.entry.Args
	if first >= len(l.site.args) {
		return []*config{l.c}
	}
	given := l.words(first)
	words := texts(given)
	if strings.EqualFold(words0(words), "WATCH") {
		l.watch(given)
		return []*config{l.c}
	}
	e := l.entry.Command(words)
	if e == nil {
		return []*config{l.c}
	}
	l.nilBusy = l.entry.OK == catalog.Result(0).Dot("ok") && e.OK == l.entry.OK
	l.entry = e
	l.site.args = append(l.site.args[:first:first], given...)
	return l.act()
}

// words are the words of a raw command from an argument on: all of a variadic one, or a name of its own before that.
func (l libraryCall) words(first int) []*summary.Expr {
	if first >= len(l.site.args)-1 {
		return elements(l.c, l.site.args[first])
	}
	return append([]*summary.Expr{l.site.args[first]}, elements(l.c, l.site.args[first+1])...)
}

func words0(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}
