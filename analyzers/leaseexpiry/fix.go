package leaseexpiry

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
)

func (f fault) oneStep(pass *analysis.Pass, r *effects.Result) []analysis.SuggestedFix { return nil }
