package blindunlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
)

// Silence says why the rule finds nothing wrong with the releases at some places: none where they are on no path, or
// where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	for _, fn := range result.Functions() {
		for _, r := range fn.Releases {
			if !at(r.Pos) || r.Lock.Kind != catalog.Lease {
				continue
			}
			_, why := judge(result, fn, r)
			if why == "" {
				return nil, true
			}
			if !slices.Contains(reasons, why) {
				reasons = append(reasons, why)
			}
		}
	}
	return reasons, false
}
