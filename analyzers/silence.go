package analyzers

import (
	"go/token"

	"github.com/locklint/locklint/analyzers/blindunlock"
	"github.com/locklint/locklint/analyzers/blockingcall"
	"github.com/locklint/locklint/analyzers/canceledunlock"
	"github.com/locklint/locklint/analyzers/claimonly"
	"github.com/locklint/locklint/analyzers/keytemplate"
	"github.com/locklint/locklint/analyzers/leakedlock"
	"github.com/locklint/locklint/analyzers/leaseexpiry"
	"github.com/locklint/locklint/analyzers/localmutex"
	"github.com/locklint/locklint/analyzers/pooledlock"
	"github.com/locklint/locklint/analyzers/staleread"
	"github.com/locklint/locklint/analyzers/uncheckedlock"
	"github.com/locklint/locklint/analyzers/unlockbeforecommit"
	"github.com/locklint/locklint/internal/effects"
)

// A Silence is why a rule reports nothing at a place.
type Silence struct {
	Rule    string
	Finds   bool     // it is not: it has a finding there, which a directive may silence
	Release bool     // it looks at releases: one that is not understood is a reason too
	Reasons []string // nearest to a finding first; none: the rule has nothing to look at there
}

// explainers are the rules that can tell why they are silent, in alphabetical order.
var explainers = [...]struct {
	rule    string
	silence func(*effects.Result, func(token.Pos) bool) (reasons []string, finds bool)
	release bool
}{
	{"blindunlock", blindunlock.Silence, false},
	{"blockingcall", blockingcall.Silence, false},
	{"canceledunlock", canceledunlock.Silence, false},
	{"claimonly", claimonly.Silence, false},
	{"keytemplate", keytemplate.Silence, false},
	{"leakedlock", leakedlock.Silence, false},
	{"leaseexpiry", leaseexpiry.Silence, false},
	{"localmutex", localmutex.Silence, false},
	{"pooledlock", pooledlock.Silence, false},
	{"staleread", staleread.Silence, false},
	{"uncheckedlock", uncheckedlock.Silence, false},
	{"unlockbeforecommit", unlockbeforecommit.Silence, true},
}

// Silences asks the rules that can tell why they are silent about the places.
func Silences(result *effects.Result, at func(token.Pos) bool) []Silence {
	out := make([]Silence, 0, len(explainers))
	for _, e := range explainers {
		reasons, finds := e.silence(result, at)
		out = append(out, Silence{Rule: e.rule, Finds: finds, Release: e.release, Reasons: reasons})
	}
	return out
}
