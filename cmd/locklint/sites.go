package main

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"reflect"
	"slices"
	"sync"

	"github.com/locklint/locklint/internal/codec"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/report"
)

// A census counts the lock sites of a run: without it "no findings" would read as a proof.
type census struct {
	asked bool // the effects of some package are known
	siteNote
}

// A siteNote is what is kept of the sites of a package.
type siteNote struct {
	Sites   int
	Unknown []unknownSite
}

type unknownSite struct {
	Pos         token.Position
	Callee, Why string
}

var siteCodec = sync.OnceValue(func() *codec.Codec { return codec.Of(reflect.TypeFor[siteNote]()) })

// sitesOf is for driver.Options: it notes the sites of one package.
func sitesOf(e *engine.Engine) func(*driver.Results) []byte {
	return func(pass *driver.Results) []byte {
		result, ok := pass.Of(e.Effects).(*effects.Result)
		if !ok {
			return nil
		}
		var note siteNote
		for _, s := range result.LockSites() {
			note.Sites++
			if s.Unknown != "" {
				note.Unknown = append(note.Unknown, unknownSite{pass.Fset.Position(result.Site(s.Pos).Pos), s.Callee, s.Unknown})
			}
		}
		data, err := siteCodec().Encode(note)
		if err != nil {
			return nil
		}
		return data
	}
}

// add adds the sites of one package.
func (c *census) add(data []byte) {
	var note siteNote
	if siteCodec().Decode(data, &note) == nil {
		c.asked = true
		c.Sites += note.Sites
		c.Unknown = append(c.Unknown, note.Unknown...)
	}
}

// print writes the closing line, and before it the unknown sites, if they are wanted.
func (c *census) print(w io.Writer, dir string, list bool) {
	if !c.asked {
		return
	}
	if list {
		slices.SortFunc(c.Unknown, func(a, b unknownSite) int {
			return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
		})
		for _, u := range c.Unknown {
			fmt.Fprintf(w, "%s:%d:%d: unknown lock site: call of %s: %s\n", report.Rel(dir, u.Pos.Filename), u.Pos.Line, u.Pos.Column, u.Callee, u.Why)
		}
	}
	fmt.Fprintf(w, "%s: %d understood, %d unknown\n", count(c.Sites, "lock site"), c.Sites-len(c.Unknown), len(c.Unknown))
}
