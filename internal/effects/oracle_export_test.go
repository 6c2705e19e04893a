package effects

import (
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
)

// NewWorld is the world of the oracle, which stands in a package of its own.
func NewWorld(pass *analysis.Pass, ir *ssair.Package) section.World {
	return newWorld(pass, ir, catalog.Standard())
}
