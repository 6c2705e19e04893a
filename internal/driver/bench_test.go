package driver

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/linttest/toy"
	"github.com/locklint/locklint/internal/load"
)

// A bench is a module that is edited and analysed, with the cache and without.
type bench struct {
	t     *testing.T
	dir   string
	store *cache.Store
	opts  Options
	fresh *outcome // without the cache; nil after a change
}

type outcome struct {
	*Result
	notes []string
}

func newBench(t *testing.T, files, dir string) *bench {
	t.Helper()
	root := linttest.Extract(t, txtar.Parse([]byte(files)))
	b := &bench{t: t, dir: root, store: cache.Open(t.TempDir(), cache.DefaultMax)}
	b.opts = Options{
		Load: load.Config{Dir: filepath.Join(root, dir), Tests: true, Env: append(os.Environ(), "GOWORK=", "GOFLAGS=", "GOPROXY=off")},
		Note: func(pass *Results) []byte { return []byte(pass.Pkg.Path()) },
	}
	return b
}

// run analyses with the cache, and checks that the outcome is the same without.
func (b *bench) run(what string) *Result {
	b.t.Helper()
	graph, err := load.List(b.t.Context(), b.opts.Load, "./...")
	if err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
	once := func(store *cache.Store) *outcome {
		opts := b.opts
		if opts.Analyzers == nil {
			opts.Analyzers = toy.Rules(engine.New(config.Default()))
		}
		opts.Cache = store
		var notes []string
		opts.Noted = func(note []byte) { notes = append(notes, string(note)) }
		result, err := analyse(b.t.Context(), opts, graph, []string{"./..."})
		if err != nil {
			b.t.Fatalf("%s: %v", what, err)
		}
		slices.Sort(notes)
		return &outcome{result, notes}
	}
	if b.fresh == nil {
		b.fresh = once(nil)
	}
	got, want := once(b.store), b.fresh
	if !reflect.DeepEqual(got.Findings, want.Findings) {
		b.t.Errorf("%s: with the cache:\n%v\nwithout:\n%v", what, got.Findings, want.Findings)
	}
	if !reflect.DeepEqual(got.Problems, want.Problems) {
		b.t.Errorf("%s: with the cache: problems %v\nwithout: %v", what, got.Problems, want.Problems)
	}
	if !slices.Equal(got.notes, want.notes) || len(got.Roots) != len(want.Roots) {
		b.t.Errorf("%s: notes %q of %d packages, without the cache %q of %d", what, got.notes, len(got.Roots), want.notes, len(want.Roots))
	}
	if n := len(got.Analysed) + len(got.Cached); n != len(want.Analysed) {
		b.t.Errorf("%s: %d packages are analysed or come from the cache, want %d", what, n, len(want.Analysed))
	}
	if err := b.store.Trouble(); err != nil {
		b.t.Errorf("%s: %v", what, err)
	}
	return got.Result
}

// analysed demands that just these packages were analysed; the common beginning of their names is left out.
func (b *bench) analysed(what string, want ...string) {
	b.t.Helper()
	result := b.run(what)
	got := make([]string, len(result.Analysed))
	for i, id := range result.Analysed {
		got[i] = strings.ReplaceAll(id, "ex.com/m/", "")
	}
	if slices.Sort(want); !slices.Equal(got, want) {
		b.t.Errorf("%s: analysed %q, want %q", what, got, want)
	}
	if len(want) == 0 && result.Typed != 0 {
		b.t.Errorf("%s: %d packages were type-checked for nothing", what, result.Typed)
	}
}

// edit replaces a text in a file, or appends where old is empty.
func (b *bench) edit(file, old, new string) {
	b.t.Helper()
	b.fresh = nil
	name := filepath.Join(b.dir, file)
	src, err := os.ReadFile(name)
	if err != nil {
		b.t.Fatal(err)
	}
	text := string(src) + new
	if old != "" {
		text = strings.Replace(string(src), old, new, 1)
	}
	if text == string(src) {
		b.t.Fatalf("%q is not in %s", old, file)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// BenchmarkRun is a run over this repository's own packages of the driver: without the cache, with an empty one, with
// everything in it.
func BenchmarkRun(b *testing.B) {
	run := func(b *testing.B, store *cache.Store) {
		opts := Options{Analyzers: toy.Rules(engine.New(config.Default())), Load: load.Config{Tests: true}, Cache: store}
		if _, err := Run(b.Context(), opts, "."); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("off", func(b *testing.B) {
		for b.Loop() {
			run(b, nil)
		}
	})
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			run(b, cache.Open(b.TempDir(), cache.DefaultMax))
		}
	})
	b.Run("warm", func(b *testing.B) {
		store := cache.Open(b.TempDir(), cache.DefaultMax)
		run(b, store)
		for b.Loop() {
			run(b, store)
		}
	})
}
