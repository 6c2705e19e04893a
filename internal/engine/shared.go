package engine

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/ssair"
)

// shared makes the analyzers for SSA and for effects.
func shared(cfg *analysis.Analyzer, shop *ssair.Workshop) (ssa, eff *analysis.Analyzer) {
	ssa = ssair.New(cfg, shop)
	return ssa, effects.New(cfg, ssa)
}
