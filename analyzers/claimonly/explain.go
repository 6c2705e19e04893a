package claimonly

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
)

// Silence says why the rule finds nothing wrong with the claims at some places: none where there is no claim, or where
// it does find something. A client waits as long as it does by default.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	retry := config.Default().ClaimOnly.Retry
	for _, c := range claimsOf(result) {
		if !at(c.Pos) {
			continue
		}
		_, why := c.judge(result, retry)
		if why == "" {
			return nil, true
		}
		if !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	return reasons, false
}
