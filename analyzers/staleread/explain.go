package staleread

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// A reason is why a write is no fault. The later ones are nearer to one.
type reason int

// The reasons.
const (
	none reason = iota
	otherKind
	schema
	inCallee
	marker
	noRead
	settings
	keysOnly
	cache
	otherRows
	independent
	atomic
	unique
	conditional
	outer
	again
)

func (r reason) String() string {
	return [...]string{
		none:        "",
		otherKind:   "the lock is a mutex of the process, which rule localmutex looks at",
		schema:      "under the lock tables are made or changed, not rows",
		inCallee:    "it happens inside the function that takes the lock, and is judged there",
		marker:      "the lock is not given back on this path, so it is not known how far it reaches",
		noRead:      "nothing was read from a store before the lock was taken, as far as is known",
		settings:    "what was read before the lock is configuration",
		keysOnly:    "only keys were read before the lock, and who owns the row: they do not change",
		cache:       "a key is looked up and then set: a cache that is filled by who gets the lock",
		otherRows:   "nothing says that the lock guards what was read before it",
		independent: "the write does not depend on what was read before the lock, or only by a key, which never changes",
		atomic:      "the write is atomic by itself: relative, or an upsert",
		unique:      "the violation of a unique constraint is handled: the database decides",
		conditional: "the write takes effect only where the row still is as expected, and its row count is looked at",
		outer:       "another lock was held already when it was read",
		again:       "it is read again under the lock, or what is written comes from what was read there",
	}[r]
}

// Silence says why the rule finds nothing wrong with the writes at some places, nearest reason first: none where they
// are under no lock, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	var found []reason
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire {
					continue
				}
				for k := i + 1; k < endOf(path, i); k++ {
					if !at(path.Events[k].Pos) {
						continue
					}
					f, why := look(fn, path, i, k)
					if f.category != "" {
						return nil, true
					}
					if why != none && !slices.Contains(found, why) {
						found = append(found, why)
					}
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b reason) int { return int(b - a) })
	for _, r := range found {
		reasons = append(reasons, r.String())
	}
	return reasons, false
}
