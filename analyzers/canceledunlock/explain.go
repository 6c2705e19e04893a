package canceledunlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
)

// Silence says why the rule finds nothing wrong with the releases at some places: none where they are on no path,
// or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	for _, fn := range result.Functions() {
		for _, r := range fn.Releases {
			if !at(r.Pos) {
				continue
			}
			if _, reported := judge(result, fn, r); reported {
				return nil, true
			}
			if text := why(result, fn, r); text != "" && !slices.Contains(reasons, text) {
				reasons = append(reasons, text)
			}
		}
	}
	return reasons, false
}

// why goes through the same questions as judge. It is "" where there is nothing to look at.
func why(result *effects.Result, fn *effects.Function, r effects.Release) string {
	switch {
	case r.Lock.Kind != catalog.Lease && r.Lock.Kind != catalog.Session, r.Ctx == nil:
		return ""
	case keyAlone(r) && !isLock(result, fn, r):
		return "the key that is deleted, or that a script runs on, is not known to be a lock's"
	case r.Freed && !r.Life.Done():
		return "the session on which the lock hangs is closed behind the release, which frees the lock even if that fails"
	case r.Life == effects.Ended:
		return "the release is reached on other paths too, on which its context is not done"
	case r.Life == effects.Detached:
		return "nobody ends the context of the release but its own time limit"
	case r.Captured:
		return "the context came with the function that releases, and is judged where that is made"
	case r.Life == effects.Caller && !result.DeferredAt(r.Event):
		return "the release runs on the caller's context, but is not deferred here: its context is not done for certain"
	}
	return "it is not known where the context of the release comes from"
}
