package load_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/load"
)

const linked = `
-- m/go.mod --
module ex.com/m

go 1.25

require other.com/r v1.0.0

replace other.com/r => ./r
-- m/m.go --
package m

import "other.com/r"

var V r.T
-- m/r/go.mod --
module other.com/r

go 1.25
-- m/r/r.go --
package r

type T struct{}
-- m/r/text --
package r
-- m/over.json --
{"Replace": {"m.go": "m.go"}}
-- v/go.mod --
module ex.com/v

go 1.25

require other.com/x v1.2.3
-- v/vendor/modules.txt --
# other.com/x v1.2.3
## explicit; go 1.20
other.com/x
-- v/vendor/other.com/x/x.go --
package x

type T struct{}
-- v/v.go --
package v

import "other.com/x"

var V x.T
-- v/text --
package x
-- secret/m.go --
package m
-- secret/r.go --
package r
-- secret/x.go --
package x
-- elsewhere/modules.txt --
# other.com/x v1.2.3
## explicit; go 1.20
other.com/x
-- elsewhere/other.com/x/x.go --
package x

type T struct{}
`

// A symbolic link leads out of no module that lies among the files of others: neither of the main one, nor of one that replaces
// another, nor out of the vendor directory. What is where the user says, with -overlay, or a link within the module, is read.
func TestOutside(t *testing.T) {
	for _, tt := range []struct {
		name, dir, to, link string
		flags               string
		want                []string
	}{
		{"of the main module", "m", "../secret/m.go", "m/own.go", "", []string{"m/own.go"}},
		{"of the main module, while a file lies over another", "m", "../secret/m.go", "m/own.go", "-overlay=over.json", []string{"m/own.go"}},
		{"of a module that replaces another", "m", "../../secret/r.go", "m/r/s.go", "", []string{"m/r/s.go"}},
		{"within it", "m", "text", "m/r/s.go", "", nil},
		{"of what is vendored", "v", "../../../../secret/x.go", "v/vendor/other.com/x/s.go", "", []string{"v/vendor/other.com/x/s.go"}},
		{"within the module", "v", "../../../text", "v/vendor/other.com/x/s.go", "", nil},
		{"the whole vendor directory", "v", "../elsewhere", "v/vendor", "", []string{"v/vendor/other.com/x/x.go"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := linttest.Extract(t, txtar.Parse([]byte(linked)))
			link := filepath.Join(root, tt.link)
			if err := os.RemoveAll(link); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(tt.to, link); err != nil {
				t.Skip(err)
			}
			g, err := load.Files(t.Context(), load.Config{Dir: filepath.Join(root, tt.dir), Env: env("GOFLAGS=" + tt.flags)}, "./...")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range g.Outside {
				name, err := filepath.Rel(root, p.Pos)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, name)
			}
			if !slices.Equal(got, tt.want) || len(g.Problems) != len(tt.want) {
				t.Errorf("outside are %q, want %q; problems %v", got, tt.want, g.Problems)
			}
			for _, p := range g.Packages {
				for _, out := range g.Outside {
					if slices.Contains(p.Files, out.Pos) {
						t.Errorf("%s has the files %q", p.ID, p.Files)
					}
				}
			}
		})
	}
}
