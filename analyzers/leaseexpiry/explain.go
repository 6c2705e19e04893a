package leaseexpiry

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the leases taken at some places: none where no lease is taken, or
// where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	for _, f := range faultsOf(result) {
		if at(f.at.Pos) {
			return nil, true
		}
	}
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire || !at(e.Pos) {
					continue
				}
				if text := why(result, fn, path, i); !slices.Contains(reasons, text) {
					reasons = append(reasons, text)
				}
			}
		}
	}
	return reasons, false
}

// why goes through the same questions as faultOf.
func why(result *effects.Result, fn *effects.Function, path effects.Path, i int) string {
	e := path.Events[i]
	ttl, known := e.Life()
	switch {
	case e.Lock.Kind != catalog.Lease:
		return "the lock is no lease: it does not end by itself"
	case e.Traits.Has(summary.Renews) || e.Traits.Has(summary.Watchdog) && ttl <= 0:
		return "the library renews the lease, or the function that takes it starts something that does"
	case result.Renewed(fn, e):
		return "something that the function calls, starts or hands on renews leases"
	case !known:
		return "it is not known how long the lease lives"
	case i+1+len(path.Under(i)) >= len(path.Events):
		return "the lease is not given back on this path, and no loop under it, or no name, says that it is a lock: nobody knows how long it is needed"
	}
	return "by constants the work takes no longer than the lease lives, which is " + ttl.String()
}
