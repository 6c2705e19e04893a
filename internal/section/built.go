package section

import (
	"slices"
	"strconv"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A built command is put together word by word, as Set().Key(key).Value(token).Nx().Build(), and sent later: it is a value
// that holds its words.

// wordsMark names the expression of a command that is being built.
const wordsMark = "words"

// word adds the words of a call to the command that it continues.
func (l libraryCall) word() {
	var words []*summary.Expr
	if !l.entry.Handle.IsZero() {
		before, ok := builtWords(l.place(l.entry.Handle))
		if !ok {
			return
		}
		words = slices.Clip(before)
	}
	for _, p := range l.entry.Words {
		words = append(words, l.wordsAt(p)...)
	}
	command := resultOf(l.site.local, 0)
	for i, x := range words {
		if x == nil { // it is there, and nobody knows which
			words[i] = command.Dot("word" + strconv.Itoa(i))
		}
	}
	l.result(l.c, l.site.local, 0, summary.New(summary.Call, 0, wordsMark, words...))
}

// wordsAt are the words at a place: at a variadic parameter all of its elements.
func (l libraryCall) wordsAt(p catalog.Place) []*summary.Expr {
	sig := l.site.common.Signature()
	if p.Kind == catalog.AtArg && sig.Variadic() && p.Index == sig.Params().Len()-1 {
		return elements(l.c, l.place(p))
	}
	return []*summary.Expr{l.place(p)}
}

// builtWords are the words of a command.
func builtWords(x *summary.Expr) ([]*summary.Expr, bool) {
	if x == nil || x.Op != summary.Call || x.Name != wordsMark {
		return nil, false
	}
	return x.Args, true
}

// sendsBuilt does what built commands do. The answer of one is that of the call; those of several stand in a slice, and what
// must be known from the answer is not.
func (l libraryCall) sendsBuilt() []*config {
	sent := l.place(l.entry.Built)
	if words, ok := builtWords(sent); ok {
		return l.sendWords(words)
	}
	states := []*config{l.c}
	for _, x := range elements(l.c, sent) {
		words, ok := builtWords(x)
		if e := l.entry.Command(texts(words)); !ok || e == nil || e.Role == catalog.TryAcquire || e.Role == catalog.Script {
			continue
		}
		var next []*config
		for _, c := range states {
			one := l
			one.c = c
			next = append(next, one.sendWords(words)...)
		}
		states = next
	}
	return states
}

// sendWords does what a command says. Its words take the places of the arguments, and the context goes behind them.
func (l libraryCall) sendWords(words []*summary.Expr) []*config {
	e := l.entry.Command(texts(words))
	if e == nil {
		return []*config{l.c}
	}
	args := append(slices.Clone(l.site.args[:l.off]), words...)
	if !e.Ctx.IsZero() {
		args = append(args, l.place(e.Ctx))
		e.Ctx = catalog.Arg(len(words))
	}
	l.entry, l.site.args = e, args
	return l.act()
}

// texts are the words as far as they are constants.
func texts(words []*summary.Expr) []string {
	out := make([]string, len(words))
	for i, x := range words {
		if x != nil && x.Op == summary.Const {
			out[i] = x.Name
		}
	}
	return out
}
