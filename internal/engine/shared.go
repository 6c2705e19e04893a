package engine

import "golang.org/x/tools/go/analysis"

// shared makes the analyzers for SSA and for effects.
func shared(cfg *analysis.Analyzer) (ssa, effects *analysis.Analyzer) {
	return nil, nil
}
