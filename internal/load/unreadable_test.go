package load_test

import (
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/load"
)

// A file that the go command saw and that nobody can read any more is said with its package, which must not be trusted; so is a directory
// that has taken its place. The other packages are whole.
func TestVanished(t *testing.T) {
	for what, vanish := range map[string]func(name string) error{
		"no such file": os.Remove,
		"is a directory": func(name string) error {
			if err := os.Remove(name); err != nil {
				return err
			}
			return os.Mkdir(name, 0o755)
		},
	} {
		g := list(t, checked, load.Config{}, "./...")
		p := byID(t, g, "ex.com/m/soft")
		if err := vanish(p.Files[0]); err != nil {
			t.Fatal(err)
		}
		all := make(map[*load.Package]*load.Unit)
		checker := &load.Checker{Fset: token.NewFileSet(), Sizes: g.Sizes, Imported: func(dep *load.Package) *types.Package { return all[dep].Types }}
		for _, p := range g.Packages {
			all[p] = check(checker, p, p.Main)
		}
		u := all[p]
		if !u.Broken || len(u.Problems) != 1 {
			t.Fatalf("%s: broken %t, problems %v", what, u.Broken, u.Problems)
		}
		got := u.Problems[0].String()
		if !strings.HasPrefix(got, "ex.com/m/soft: ") || !strings.Contains(got, filepath.Base(p.Files[0])+": "+what) {
			t.Errorf("%s: %s", what, got)
		}
		if u := all[byID(t, g, "ex.com/m/a")]; u.Broken || len(u.Problems) > 0 {
			t.Errorf("%s: another package: broken %t, problems %v", what, u.Broken, u.Problems)
		}
	}
}
