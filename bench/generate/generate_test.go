package generate

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/load"
)

func serviceFiles(t *testing.T) Files {
	t.Helper()
	mod, err := os.ReadFile("../../testdata/cases/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../../testdata/cases/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	files, err := Service(mod, sum)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func layeredFiles(t *testing.T, n, depth, every int) Files {
	t.Helper()
	files, err := Layered(n, depth, every)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestDeterministic(t *testing.T) {
	same := func(a, b []byte) bool { return string(a) == string(b) }
	if !maps.EqualFunc(layeredFiles(t, 100, 10, 2), layeredFiles(t, 100, 10, 2), same) {
		t.Error("two layered modules of one size differ")
	}
	if !maps.EqualFunc(serviceFiles(t), serviceFiles(t), same) {
		t.Error("two service modules differ")
	}
}

func TestShape(t *testing.T) {
	for _, tt := range []struct{ n, depth int }{{20, 4}, {100, 10}, {103, 10}, {1000, 20}} {
		packages := map[string]bool{}
		for name := range layeredFiles(t, tt.n, tt.depth, 1) {
			if dir := filepath.Dir(name); dir != "." {
				packages[dir] = true
			}
		}
		if len(packages) != tt.n {
			t.Errorf("Layered(%d, %d) has %d packages", tt.n, tt.depth, len(packages))
		}
		all := layers(tt.n, tt.depth, 5)
		locking, domain := 0, 0
		for _, p := range all {
			if p.Layer >= 2 {
				domain++
			}
			if p.Lock != nil {
				locking++
			}
			for _, use := range p.Uses {
				if use.Layer >= p.Layer || use.Layer < 2 {
					t.Fatalf("%s of layer %d uses %s of layer %d", p.Name, p.Layer, use.Name, use.Layer)
				}
			}
		}
		if locking < domain/5 || locking > domain/5+1 {
			t.Errorf("%d of %d packages of Layered(%d, %d, 5) take locks", locking, domain, tt.n, tt.depth)
		}
		if last := all[len(all)-1]; last.Layer != tt.depth-1 {
			t.Errorf("Layered(%d, %d) has %d layers", tt.n, tt.depth, last.Layer+1)
		}
	}
	for _, tt := range []struct{ n, depth, every int }{{0, 0, 1}, {19, 3, 1}, {100, 2, 1}, {100, 50, 1}, {20_000, 20, 1}, {100, 10, 0}, {100, 10, 26}} {
		if _, err := Layered(tt.n, tt.depth, tt.every); err == nil {
			t.Errorf("Layered(%d, %d, %d) is made", tt.n, tt.depth, tt.every)
		}
	}
}

func TestServiceNeedsModule(t *testing.T) {
	if _, err := Service([]byte("// nothing\n"), nil); err == nil {
		t.Error("a go.mod without a module's path is taken")
	}
}

// The modules compile with go vet having nothing to say, and locklint finds what is marked and nothing else.
func TestFindings(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files Files
		want  int
		long  bool // go vet builds the libraries
	}{
		{"layered", layeredFiles(t, 50, 5, 1), 8, false},
		{"layered, locks in a fifth", layeredFiles(t, 50, 5, 5), 8, false},
		{"service", serviceFiles(t), 3, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := tt.files.Write(dir); err != nil {
				t.Fatal(err)
			}
			env := append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=off", "GOPROXY=off")
			if !tt.long || !testing.Short() {
				cmd := exec.Command("go", "vet", "./...")
				cmd.Dir, cmd.Env = dir, env
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("go vet: %v\n%s", err, out)
				}
			}
			want := tt.files.Want()
			if len(want) != tt.want {
				t.Errorf("%d places are marked, want %d", len(want), tt.want)
			}
			if got := findings(t, dir, env); !slices.Equal(got, want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// findings runs locklint and writes its findings as [Files.Want] does.
func findings(t *testing.T, dir string, env []string) []string {
	t.Helper()
	e := engine.New(config.Default())
	result, err := driver.Run(t.Context(), driver.Options{
		Analyzers:  analyzers.On(e),
		Load:       load.Config{Dir: dir, Env: env, Tests: true},
		WantsFacts: e.WantsFacts,
		LooksFor:   e.LooksFor,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Error(p)
	}
	var out []string
	for _, f := range result.Findings {
		rel, err := filepath.Rel(dir, f.Pos.Filename)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s:%d %s/%s", filepath.ToSlash(rel), f.Pos.Line, f.Rule, f.Category))
	}
	slices.Sort(out)
	return out
}

// A package of the service has hundreds of others behind it, else nothing is measured.
func TestServiceIsLarge(t *testing.T) {
	dir := t.TempDir()
	if err := serviceFiles(t).Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-deps", "-json=Standard", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	dec, n := json.NewDecoder(strings.NewReader(string(out))), 0
	for ; dec.More(); n++ {
		if err := dec.Decode(new(struct{})); err != nil {
			t.Fatal(err)
		}
	}
	if n < 500 {
		t.Errorf("%d packages", n)
	}
}
