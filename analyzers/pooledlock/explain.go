package pooledlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the session locks and connections at some places: none where
// there is nothing to look at, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	if !result.Happens(at) {
		return nil, false
	}
	for _, f := range faultsOf(result) {
		if at(f.at.Pos) {
			return nil, true
		}
	}
	for _, fn := range result.Plain() {
		for _, p := range fn.Paths {
			for i, e := range p.Events {
				if !at(e.Pos) {
					continue
				}
				if reason := why(p, i); reason != "" && !slices.Contains(reasons, reason) {
					reasons = append(reasons, reason)
				}
			}
		}
	}
	return reasons, false
}

func why(p effects.Path, i int) string {
	e := p.Events[i]
	switch {
	case e.Kind == summary.Unpin && e.Passed:
		return "somebody else had the connection too, and may have unlocked what was locked on it"
	case e.Kind == summary.Unpin:
		return "nothing is locked on the connection when it goes back"
	case e.Lock.Kind == catalog.Transaction:
		return "the lock belongs to the transaction"
	case e.Lock.Kind != catalog.Session:
		return ""
	case closedAfter(p, i):
		return "the pool or connection is closed afterwards, which ends the session"
	case e.Scope == catalog.PinnedScope:
		return "the statement runs on one connection"
	case e.Scope == catalog.TxScope:
		return "the statement runs in a transaction, on one connection"
	}
	return "it is not known that the handle is a pool"
}
