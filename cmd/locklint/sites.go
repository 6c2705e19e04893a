package main

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"slices"

	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// A census counts the lock sites of a run: without it "no findings" would read as a proof.
type census struct {
	asked   bool // the effects of some package are known
	sites   int
	unknown []unknownSite
}

type unknownSite struct {
	pos         token.Position
	callee, why string
}

// visit is for driver.Options: it counts the sites of one package.
func (c *census) visit(e *engine.Engine) func(*load.Package, *driver.Results) {
	return func(_ *load.Package, pass *driver.Results) {
		result, ok := pass.Of(e.Effects).(*effects.Result)
		if !ok {
			return
		}
		c.asked = true
		for _, s := range result.LockSites() {
			c.sites++
			if s.Unknown != "" {
				c.unknown = append(c.unknown, unknownSite{pass.Fset.Position(result.Site(s.Pos).Pos), s.Callee, s.Unknown})
			}
		}
	}
}

// print writes the closing line, and before it the unknown sites, if they are wanted.
func (c *census) print(w io.Writer, dir string, list bool) {
	if !c.asked {
		return
	}
	if list {
		slices.SortFunc(c.unknown, func(a, b unknownSite) int {
			return cmp.Or(cmp.Compare(a.pos.Filename, b.pos.Filename), cmp.Compare(a.pos.Offset, b.pos.Offset))
		})
		for _, u := range c.unknown {
			fmt.Fprintf(w, "%s:%d:%d: unknown lock site: call of %s: %s\n", report.Rel(dir, u.pos.Filename), u.pos.Line, u.pos.Column, u.callee, u.why)
		}
	}
	fmt.Fprintf(w, "%d lock sites: %d understood, %d unknown\n", c.sites, c.sites-len(c.unknown), len(c.unknown))
}
