package section

import (
	"go/types"
	"slices"

	"github.com/locklint/locklint/internal/summary"
)

// Rows with the answer of a lock function may be read by a helper whose work on them is not followed (ScanOne(rows, &ok),
// NullBool(rows)): what it returns then stands for the answer, and its error for one of reading it.

// handedRows are the rows with an answer that a call is given, or nil.
func (w *walker) handedRows(c *config, site callSite) *summary.Expr {
	for _, a := range site.args {
		if a == nil {
			continue
		}
		if _, pending := c.content(a.Dot("pending")); pending {
			return a
		}
	}
	return nil
}

// readBy says what a call tells of the rows that it was given, in each of the states that it left. Where the lock was
// obtained, the ways on which it finds no answer, or a no, are not possible.
func (w *walker) readBy(states []*config, site callSite, row *summary.Expr, took summary.Truth) []*config {
	possible := slices.DeleteFunc(slices.Clone(states), func(c *config) bool { return took == summary.IsTrue && w.saysNo(c, site) })
	if len(possible) == 0 {
		return states
	}
	for _, c := range possible {
		if took != summary.Unknown {
			w.learn(c, row.Dot("ok"), took)
		}
		w.answerOf(c, site, row)
		if took == summary.IsTrue {
			w.learn(c, row.Dot("err"), summary.IsNil)
			w.learn(c, row.Dot("ok").Dot("Valid"), summary.IsTrue)
		}
	}
	return possible
}

// answerOf gives the results of a call, and the variables that it was given to fill, the answer.
func (w *walker) answerOf(c *config, site callSite, row *summary.Expr) {
	results := site.common.Signature().Results()
	for i := range results.Len() {
		name := resultOf(site.local, i)
		switch t := results.At(i).Type(); {
		case isAnswerType(t) && w.truth(c, name) != summary.Unknown: // the function says itself what it is
		case isError(t):
			w.result(c, site.local, i, row.Dot("err"))
		case holdsAnswer(t):
			w.result(c, site.local, i, row.Dot("ok"))
		}
	}
	for i, a := range site.args {
		given := []*summary.Expr{a}
		if i == len(site.args)-1 && site.common.Signature().Variadic() {
			given = elements(c, a)
		}
		if len(given) > 0 && given[0] != nil && given[0].Op == summary.Local && !summary.Equal(given[0], row) && w.fills(site, i) {
			c.store(given[0], row.Dot("ok"))
		}
	}
}

// fills tells that argument i of a call is a variable that may be given the answer.
func (w *walker) fills(site callSite, i int) bool {
	at := i - (len(site.args) - len(site.common.Args)) // a method of an interface has its receiver elsewhere
	if at < 0 {
		return false
	}
	switch t := site.common.Args[at].Type().Underlying().(type) {
	case *types.Pointer:
		return holdsAnswer(t.Elem())
	case *types.Slice: // of any
		return types.IsInterface(t.Elem())
	case *types.Interface:
		return t.NumMethods() == 0
	}
	return false
}

// saysNo tells that a call returned an error, or false.
func (w *walker) saysNo(c *config, site callSite) bool {
	results := site.common.Signature().Results()
	for i := range results.Len() {
		t, is := results.At(i).Type(), w.truth(c, resultOf(site.local, i))
		if isError(t) && is == summary.NotNil || isBoolean(t) && is == summary.IsFalse {
			return true
		}
	}
	return false
}

// holdsAnswer tells the type of a variable that the answer of a lock function is scanned into.
func holdsAnswer(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsBoolean|types.IsInteger) != 0
	case *types.Struct: // sql.NullBool
		for i := range t.NumFields() {
			if slices.Contains(nullFields, t.Field(i).Name()) {
				return true
			}
		}
	}
	return false
}
