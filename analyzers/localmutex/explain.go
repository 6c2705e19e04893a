package localmutex

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// A reason is why a section is no fault. The later ones are nearer to one.
type reason int

// The reasons.
const (
	none reason = iota
	otherKind
	readers
	unreleased
	noWrite
	unknownStore
	schema
	embedded
	inCallee
	gate
	noRead
	otherRows
	independent
	connection
	atomic
	unique
	conditional
	rowLocked
	twoTier
	inMemory
)

func (r reason) String() string {
	return [...]string{
		none:         "",
		otherKind:    "the lock is one that other processes see",
		readers:      "readers do not keep each other out: the mutex is not taken to guard the rows",
		unreleased:   "the mutex is not given back on this path, so it is not known what it guards",
		noWrite:      "no store is written to while the mutex is held, as far as is known",
		unknownStore: "it is not known which store is written to under the mutex",
		schema:       "under the mutex tables are made or changed, not rows",
		embedded:     "the store belongs to this process alone",
		inCallee:     "the section is that of a function called, and is judged there",
		gate:         "the mutex only keeps a second run out (TryLock); with -review that is reported",
		noRead:       "nothing is read from the store under the mutex before it is written to",
		otherRows:    "what is read under the mutex is in another table or key than what is written",
		independent:  "what is written under the mutex, and whether it is, does not depend on what is read there",
		connection:   "the mutex stands beside the connection that the statement runs on and keeps two goroutines from using it at once",
		atomic:       "the write is atomic by itself: relative, or an upsert",
		unique:       "the violation of a unique constraint is handled: the database decides",
		conditional:  "the write takes effect only where the row still is as it was read, and its row count is looked at",
		rowLocked:    "the rows were locked in the database (FOR UPDATE, or a serializable transaction)",
		twoTier:      "a lock that other processes see is held too",
		inMemory:     "the mutex guards memory too: the section assigns to what stands beside it",
	}[r]
}

// Silence says why the rule finds nothing wrong with the mutexes taken at some places, nearest reason first: none where
// they are on no path, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	var found []reason
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				if e.Kind != summary.Acquire || !at(e.Pos) {
					continue
				}
				f, why := look(fn, path, i)
				if f.category == readModifyWrite || f.category == checkThenWrite {
					return nil, true
				}
				if why != none && !slices.Contains(found, why) {
					found = append(found, why)
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
