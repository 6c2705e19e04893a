package effects

import (
	"go/ast"

	"github.com/locklint/locklint/internal/summary"
)

// UnlocksOf are the places at which fn gives back a lock that it took. ok is false where there are none, or where a function
// that it calls does so.
func (r *Result) UnlocksOf(fn *Function, acquire Event) (places []ast.Node, ok bool) {
	seen := map[ast.Node]bool{}
	for _, p := range fn.Paths {
		for _, e := range p.Events {
			if e.Kind != summary.Release && e.Kind != summary.Unreleased || !e.Lock.Same(acquire.Lock) {
				continue
			}
			node := r.Site(e.Pos).Node
			if len(e.Via) > 0 || node == nil {
				return nil, false
			}
			if !seen[node] {
				seen[node] = true
				places = append(places, node)
			}
		}
	}
	return places, len(places) > 0
}
