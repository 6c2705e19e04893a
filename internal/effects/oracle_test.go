package effects_test

import (
	"flag"
	"fmt"
	"go/ast"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	oraclePrograms = flag.Int("oracle.programs", 300, "how many programs to try")
	oracleSeed     = flag.Uint64("oracle.seed", 1, "number of the first program")
	oracleSize     = flag.Int("oracle.size", 18, "about how many statements a function has")
	oracleKeep     = flag.String("oracle.keep", "", "directory for programs that fail")
	oracleFailures = flag.Int("oracle.failures", 5, "stop behind so many failures")
	oraclePhantoms = flag.Bool("oracle.phantoms", false, "look for states of section that no path has, instead: not wrong, but a source of false alarms")
)

const (
	maxTried  = 200 // paths of a function, in order; then as many at random
	oracleDir = "testdata/oracle"
)

// A wrong is a place at which section is wrong.
type wrong struct {
	what, fn string
	mark     int
	path     []int
	choices  []choice
	truth    string
	said     []string
}

func (w *wrong) String() string {
	return fmt.Sprintf("%s at env.Mark(%d) in %s\n  lines run: %v\n  truth:   %s\n  section: %s\n",
		w.what, w.mark, w.fn, w.path, w.truth, strings.Join(w.said, " | "))
}

// A tally counts what was compared.
type tally struct{ paths, marks, vague, capped, cut, states, phantoms int }

func (t *tally) String() string {
	return fmt.Sprintf("%d paths, %d marks compared, %d with a name that is not resolved, %d functions capped, %d with more paths than tried; %d states of section looked at, %d places with one that no path has",
		t.paths, t.marks, t.vague, t.capped, t.cut, t.states, t.phantoms)
}

// compare walks every path of every function of p.
func compare(p *program, t *tally) (found *wrong) {
	m := &machine{prog: p, lenient: *oraclePhantoms}
	m.mark = func(m *machine, id int, f *frame) {
		if w := p.check(m, id, f, t); w != nil && found == nil {
			found = w
		}
	}
	for _, d := range p.order {
		complete, more := true, true
		m.choices, m.random = nil, nil
		for tried := 0; more && tried < 2*maxTried; tried++ {
			if tried == maxTried {
				t.cut++
				complete, m.random = false, rand.New(rand.NewPCG(1, 2))
			}
			m.path(d)
			if t.paths++; found != nil {
				return found
			}
			more = m.advance()
		}
		if complete && *oraclePhantoms {
			if w := p.phantom(d, t); w != nil {
				return w
			}
		}
	}
	return nil
}

// check holds what section says of a mark against what is so.
func (p *program) check(m *machine, id int, f *frame, t *tally) *wrong {
	pt := p.points[id]
	if pt == nil || pt.capped {
		return nil
	}
	t.marks++
	vague, fits := false, false
	var must []grip
	may := map[grip]bool{}
	for i, s := range pt.states {
		names, ok := p.resolve(pt, s, f)
		vague = vague || !ok
		s.real = s.real || !ok
		if ok && match(names, f.held) {
			fits = true
			if f.depth == 0 {
				s.real = true
			}
		}
		must = meet(must, names, i == 0)
		for _, n := range names {
			for _, g := range n {
				may[g] = true
			}
		}
	}
	if vague {
		t.vague++
	}
	if fits || m.lenient {
		return nil
	}
	what := ""
	switch {
	case len(pt.states) == 0:
		what = "UNREACHABLE"
	case slices.ContainsFunc(must, func(g grip) bool { return !f.held[g] }):
		what = "MUST"
	case vague:
		return nil
	case slices.ContainsFunc(f.grips(), func(g grip) bool { return !may[g] }):
		what = "MAY"
	default:
		what = "NO STATE"
	}
	w := &wrong{what: what, fn: pt.fn.String(), mark: id, path: slices.Clone(m.lines), truth: p.describe(m, f), choices: slices.Clone(m.choices)}
	for _, s := range pt.states {
		w.said = append(w.said, s.String())
	}
	return w
}

// meet keeps what a state says too: a name that leads to one thing only.
func meet(must []grip, names [][]grip, first bool) []grip {
	if first {
		for _, n := range names {
			if len(n) == 1 {
				must = append(must, n[0])
			}
		}
		return must
	}
	return slices.DeleteFunc(must, func(g grip) bool {
		return !slices.ContainsFunc(names, func(n []grip) bool { return len(n) == 1 && n[0] == g })
	})
}

// match tells that a state is what is held: each name has something that is, and all that is has a name.
func match(names [][]grip, held map[grip]bool) bool {
	named := map[grip]bool{}
	for _, n := range names {
		any := false
		for _, g := range n {
			any = any || held[g]
			named[g] = true
		}
		if !any {
			return false
		}
	}
	for g := range held {
		if !named[g] {
			return false
		}
	}
	return true
}

// phantom finds a state in a function itself that no path has.
func (p *program) phantom(d *ast.FuncDecl, t *tally) *wrong {
	for _, id := range slices.Sorted(maps.Keys(p.points)) {
		pt := p.points[id]
		if pt.capped || pt.fn.Syntax() != d {
			continue
		}
		reached := slices.ContainsFunc(pt.states, func(s *stateAt) bool { return s.real })
		w := &wrong{what: "PHANTOM", fn: pt.fn.String(), mark: id, truth: "not one of:"}
		for _, s := range pt.states {
			if t.states++; !s.real && reached {
				w.said = append(w.said, s.String())
			}
		}
		if w.said != nil {
			t.phantoms++
			return w
		}
	}
	return nil
}

func (s *stateAt) String() string {
	var parts []string
	for _, l := range s.held {
		parts = append(parts, l.String())
	}
	for _, x := range s.open {
		parts = append(parts, "tx "+x.String())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// describe writes what a frame holds.
func (p *program) describe(m *machine, f *frame) string {
	var parts []string
	for g := range f.held {
		name := p.nameOf(m, f, g.on)
		if g.shared {
			name += " (shared)"
		}
		parts = append(parts, name)
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ", ") + "}"
}

func TestOracle(t *testing.T) {
	var sum tally
	start := time.Now()
	failures := 0
	for i := range *oraclePrograms {
		seed := *oracleSeed + uint64(i)
		src := generate(rand.New(rand.NewPCG(seed, 7)), *oracleSize)
		p, err := load(src)
		if err != nil {
			t.Fatalf("program %d: %v\n%s", seed, err, numbered(src))
		}
		w := compare(p, &sum)
		if w == nil {
			continue
		}
		src, w = shrink(src, w)
		t.Errorf("program %d: %s\n%s", seed, w, numbered(src))
		if *oracleKeep != "" {
			name := filepath.Join(*oracleKeep, fmt.Sprintf("%s_%d.go", strings.ToLower(strings.ReplaceAll(w.what, " ", "")), seed))
			if err := os.WriteFile(name, []byte(src), 0o666); err != nil {
				t.Error(err)
			}
		}
		if failures++; failures >= *oracleFailures {
			break
		}
	}
	t.Logf("%d programs in %v: %s", *oraclePrograms, time.Since(start).Round(time.Millisecond), &sum)
}

// TestOracleKept runs the programs that failed once.
func TestOracleKept(t *testing.T) {
	for _, file := range keptFiles(t, oracleDir) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if w, src := compareFile(t, file); w != nil {
				t.Errorf("%s\n%s", w, numbered(src))
			}
		})
	}
}

// TestOracleLimits runs programs on which section is known to be wrong. One that is right now belongs to the
// others.
func TestOracleLimits(t *testing.T) {
	for _, file := range keptFiles(t, oracleDir+"/limits") {
		if w, _ := compareFile(t, file); w == nil {
			t.Errorf("section is right about %s: move it up", file)
		}
	}
}

func keptFiles(t *testing.T, dir string) []string {
	files, err := filepath.Glob(dir + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	return files
}

func compareFile(t *testing.T, file string) (*wrong, string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := load(string(src))
	if err != nil {
		t.Fatal(file, err)
	}
	p.strict = true
	var sum tally
	w := compare(p, &sum)
	if sum.marks == 0 {
		t.Error(file, "nothing compared")
	}
	return w, string(src)
}

func numbered(src string) string {
	lines := strings.Split(strings.TrimRight(src, "\n"), "\n")
	for i, l := range lines {
		lines[i] = fmt.Sprintf("%3d  %s", i+1, l)
	}
	return strings.Join(lines, "\n")
}
