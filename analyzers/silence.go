package analyzers

import (
	"go/token"

	"github.com/locklint/locklint/analyzers/localmutex"
	"github.com/locklint/locklint/analyzers/staleread"
	"github.com/locklint/locklint/analyzers/unlockbeforecommit"
	"github.com/locklint/locklint/internal/effects"
)

// A Silence is why a rule reports nothing at a place.
type Silence struct {
	Rule    string
	Finds   bool     // it is not: it has a finding there, which a directive may silence
	Reasons []string // nearest to a finding first; none: the rule has nothing to look at there
}

// Silences asks the rules that can tell why they are silent about the places.
func Silences(result *effects.Result, at func(token.Pos) bool) []Silence {
	var out []Silence
	add := func(rule string, silence func(*effects.Result, func(token.Pos) bool) ([]string, bool)) {
		reasons, finds := silence(result, at)
		out = append(out, Silence{rule, finds, reasons})
	}
	add("localmutex", localmutex.Silence)
	add("staleread", staleread.Silence)
	add("unlockbeforecommit", unlockbeforecommit.Silence)
	return out
}
