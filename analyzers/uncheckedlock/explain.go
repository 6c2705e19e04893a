package uncheckedlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the acquires at some places: nothing where none of them can be
// refused, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	for _, fn := range result.Functions() {
		if slices.ContainsFunc(fn.Lost, func(e effects.Event) bool { return at(e.Pos) }) {
			return nil, true
		}
		for _, s := range sitesOf(fn) {
			if !at(s.pos) {
				continue
			}
			if s.judge() != "" {
				return nil, true
			}
			if r := s.why(); !slices.Contains(reasons, r) {
				reasons = append(reasons, r)
			}
		}
	}
	return reasons, false
}

// why goes through the same questions as judge.
func (s *site) why() string {
	told := s.missesFor(func(effects.Event) bool { return true })
	again := slices.ContainsFunc(s.misses, func(m branch) bool {
		return slices.ContainsFunc(m.after, func(e effects.Event) bool { return e.Kind == summary.Acquire })
	})
	switch {
	case !s.isLock():
		return "the key is set where it is absent and nobody here deletes it: it may be a marker"
	case slices.ContainsFunc(s.misses, func(m branch) bool { return m.outcome.Untold }):
		return "the function called returns the same whether it obtained the lock or not, and is judged itself"
	case len(told) == 0:
		return "where the lock was not obtained, nothing is tested that is understood"
	case again:
		return "where the lock was not obtained, it is tried again, or another one is taken"
	case len(s.work(s.held)) == 0 && s.missed().Lock.Kind != catalog.Process:
		return "nothing is done under the lock that the rule can see"
	case len(s.work(told)) == 0:
		return "where the lock was not obtained, nothing is done"
	}
	return "under the lock more is done than without it: the branch means something"
}
