package effects_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/internal/engine"
)

var factsUpdate = flag.String("facts.update", "", "shape (or all) whose expectations are rewritten to what effects says now; read the diff, it is not right because it is so")

// mute is a testing.TB that does not mind that the old expectations fail.
type mute struct{}

func (mute) Errorf(string, ...any) {}

// TestFactsUpdate rewrites expectations on request.
func TestFactsUpdate(t *testing.T) {
	if *factsUpdate == "" {
		t.Skip("without -facts.update")
	}
	dir, err := filepath.Abs(factDir)
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, shape := range shapes(t) {
		if *factsUpdate == "all" || *factsUpdate == shape {
			patterns = append(patterns, shape+"/...")
		}
	}
	for _, r := range analysistest.Run(mute{}, dir, methodByMethod(engine.Default.Effects), patterns...) {
		if r.Err != nil || r.Pass == nil {
			t.Fatalf("%v: %v", r.Pass, r.Err)
		}
		if err := rewrite(r); err != nil {
			t.Fatal(err)
		}
	}
}

// rewrite puts the facts of one package into its sources. A package fact is left to people.
func rewrite(r *analysistest.Result) error {
	type want struct{ name, fact string }
	wants := map[string]map[int]want{} // file, line
	for obj, facts := range r.Facts {
		if obj == nil {
			continue
		}
		at := r.Pass.Fset.Position(obj.Pos())
		if wants[at.Filename] == nil {
			wants[at.Filename] = map[int]want{}
		}
		for _, f := range facts {
			wants[at.Filename][at.Line] = want{obj.Name(), fmt.Sprint(f)}
		}
	}
	for _, f := range r.Pass.Files {
		file := r.Pass.Fset.Position(f.FileStart).Filename
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		lines := strings.Split(string(src), "\n")
		for i, line := range lines {
			code, old, _ := strings.Cut(line, " // want ")
			switch w := wants[file][i+1]; {
			case w.name != "" && expects(old, w.name, w.fact): // perhaps written by hand
			case w.name != "":
				lines[i] = code + " // want " + w.name + ":`^" + regexp.QuoteMeta(w.fact) + "$`"
			case !strings.HasPrefix(old, "package:"):
				lines[i] = code
			}
		}
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// expects tells that the old expectation holds of the fact.
func expects(old, name, fact string) bool {
	rx, ok := strings.CutPrefix(old, name+":`")
	if !ok {
		return false
	}
	ok, err := regexp.MatchString(strings.TrimSuffix(rx, "`"), fact)
	return ok && err == nil
}
