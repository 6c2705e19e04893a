package unlockbeforecommit

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the releases at some places, nearest reason first: none
// where they are on no path, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	var found []reason
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Release || !at(e.Pos) {
					continue
				}
				if _, reported := early(fn, path, i); reported {
					return nil, true
				}
				if r := why(fn, path, i); !slices.Contains(found, r) {
					found = append(found, r)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b reason) int { return b.near - a.near })
	for _, r := range found {
		reasons = append(reasons, r.text)
	}
	return reasons, false
}

// A reason is why one path is no fault, and how near it comes to one.
type reason struct {
	near int
	text string
}

// why goes through the same questions as early.
func why(fn *effects.Function, path effects.Path, i int) reason {
	release := path.Events[i]
	if release.Lock.Kind == catalog.Transaction {
		return reason{0, "the lock belongs to the transaction, which releases it when it ends"}
	}
	acquired := path.Acquire(i)
	if acquired < 0 {
		return reason{0, "the lock was not taken on this path, so it is not known what was done under it"}
	}
	best := reason{1, "no transaction did anything while the lock was held"}
	for k := acquired + 1; k < i; k++ {
		if r := whyWork(fn, path, acquired, i, path.Events[k]); r.near > best.near {
			best = r
		}
	}
	return best
}

// whyWork says why something done under the lock makes no fault of its release.
func whyWork(fn *effects.Function, path effects.Path, acquired, i int, work effects.Event) reason {
	release := path.Events[i]
	switch {
	case work.Kind == summary.Begin:
		return reason{2, "a transaction began under the lock, but no statement of it wrote"}
	case work.Kind == summary.Read:
		return reason{3, "under the lock there were only reads, which leave no old rows to the next holder"}
	case work.Kind != summary.Write:
		return reason{}
	}
	begin, open := path.OpenAt(work.Handle, i)
	end := path.EndAfter(work.Handle, i)
	switch {
	case !open:
		return reason{6, "the transaction that wrote under the lock had ended before the release"}
	case begin < 0 && !fn.IsTx(work):
		return reason{4, "what was written under the lock was not written through a transaction, as far as is known: each statement commits by itself"}
	case guardsHandle(release.Lock, work.Handle):
		return reason{5, "the mutex stands beside the handle of the transaction and guards that, not rows"}
	case end >= 0 && path.Events[end].Kind == summary.Rollback:
		return reason{7, "the transaction that wrote under the lock is only rolled back after the release"}
	case end < 0 && release.Lock.Kind == catalog.Process && work.Store == catalog.Embedded:
		return reason{7, "the store is embedded: no other writer comes in before the caller's transaction commits"}
	case end < 0 && path.Fails:
		return reason{8, "the function returns an error on this path, so its caller will roll back"}
	case end < 0 && fn.Literal():
		return reason{8, "the function literal does not end the transaction; what its caller does is looked at where it is run"}
	case toldInCallee(path.Events[acquired], release, work):
		return reason{9, fmt.Sprintf("the release happens inside the function called, %s, and is judged there", last(release.Via))}
	}
	return reason{7, "the transaction that wrote under the lock does not end on this path, and it is not known who commits it"}
}

func last(via []string) string {
	if len(via) == 0 {
		return "which is not known"
	}
	return via[len(via)-1]
}
