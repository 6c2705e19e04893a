// Mutants tells how well the tests watch the conditions of the rules and of the engine.
//
//	go run ./internal/mutants [-first N] [-last N]
//
// Each line of internal/mutants/list.tsv is a file, a line in it that holds a condition, and the same line with another condition; behind them
// stands, of one that is known to survive, why that is so.
// All of them are built into the programs at once, chosen by a variable of the environment, so that none needs a build of its own:
// the changed files are laid over the others (go build -overlay), and the tree stays as it is. A mutant is killed if locklint says something else of
// testdata/cases than it should, or if the tests of a rule, or of the engine, fail. The survivors are listed; one of which that is not known is an
// error, and so are more than one in ten.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// variable chooses the mutant, by its line in the list.
const variable = "LOCKLINT_MUTANT"

// A mutant is a condition in the place of another.
type mutant struct {
	file, was, is string // lines, without indentation
	survives      string // why, where that is known
}

func main() {
	log.SetFlags(0)
	first := flag.Int("first", 1, "the first mutant")
	last := flag.Int("last", 1<<30, "the last one")
	flag.Parse()
	tmp, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		log.Fatal(err)
	}
	killed, tried, unknown, err := run(tmp, *first, *last)
	_ = os.RemoveAll(tmp)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d mutants killed\n", killed, tried)
	switch {
	case killed*10 < tried*9:
		log.Fatal("that is less than nine of ten")
	case unknown > 0:
		log.Fatalf("%d survive of which that was not known: a test is missing, or the list lacks the reason", unknown)
	}
}

func run(tmp string, first, last int) (killed, tried, unknown int, err error) {
	all, err := readList("internal/mutants/list.tsv")
	if err != nil {
		return 0, 0, 0, err
	}
	b := &bench{tmp: tmp, tests: map[string]string{}}
	if err := b.build(all); err != nil {
		return 0, 0, 0, err
	}
	for i, m := range all {
		if i+1 < first || last < i+1 {
			continue
		}
		tried++
		by := b.killer(i+1, m)
		if by == "" {
			fmt.Printf("%d SURVIVES %s\n\t%s\n\t%s\n", i+1, m.file, m.was, m.is)
			if m.survives == "" {
				unknown++
			} else {
				fmt.Printf("\t%s\n", m.survives)
			}
			continue
		}
		killed++
		fmt.Printf("%d killed by %s\n", i+1, by)
	}
	return killed, tried, unknown, nil
}

func readList(name string) ([]mutant, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []mutant
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		fields := strings.Split(line, "\t")
		switch len(fields) {
		case 3:
			all = append(all, mutant{file: fields[0], was: fields[1], is: fields[2]})
		case 4:
			all = append(all, mutant{fields[0], fields[1], fields[2], fields[3]})
		default:
			return nil, fmt.Errorf("%s:%d: want a file and two lines, and perhaps why it survives, with tabs between", name, i+1)
		}
	}
	return all, nil
}

// A bench has the programs with all mutants in them.
type bench struct {
	tmp     string
	overlay string
	tests   map[string]string // by package: its tests
	program string            // locklint
	want    string            // what it says of the cases without a mutant
}

// build makes the programs, and takes down what they say without a mutant.
func (b *bench) build(all []mutant) error {
	if err := b.lay(all); err != nil {
		return err
	}
	packages := []string{"internal/effects", "internal/section"}
	for _, m := range all {
		if dir := filepath.Dir(m.file); strings.HasPrefix(dir, "analyzers/") && !slices.Contains(packages, dir) {
			packages = append(packages, dir)
		}
	}
	b.program = filepath.Join(b.tmp, "locklint")
	if err := b.goCommand("build", b.program, "./cmd/locklint"); err != nil {
		return err
	}
	for _, p := range packages {
		b.tests[p] = filepath.Join(b.tmp, flat(p)+".test")
		if err := b.goCommand("test", b.tests[p], "./"+p); err != nil {
			return err
		}
		if b.fails(0, p) {
			return fmt.Errorf("the tests of %s fail without a mutant", p)
		}
	}
	if b.want = b.cases(0); b.want == "" {
		return fmt.Errorf("locklint finds nothing in testdata/cases")
	}
	return nil
}

// lay writes the files with the mutants, and an overlay that puts them in place.
func (b *bench) lay(all []mutant) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for i, m := range all {
		if texts[m.file] == "" {
			text, err := os.ReadFile(m.file)
			if err != nil {
				return err
			}
			texts[m.file] = string(text)
		}
		line, err := m.switched(i + 1)
		if n := strings.Count(texts[m.file], m.was); err == nil && n != 1 {
			err = fmt.Errorf("%s: it is there %d times: %s", m.file, n, m.was)
		}
		if err != nil {
			return fmt.Errorf("mutant %d: %w", i+1, err)
		}
		texts[m.file] = strings.Replace(texts[m.file], m.was, line, 1)
		dir := filepath.Dir(m.file)
		texts[filepath.Join(dir, "mutant.go")] = fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutantNumber, _ = strconv.Atoi(os.Getenv(%q))\n", filepath.Base(dir), variable)
	}
	replace := map[string]string{}
	for file, text := range texts {
		name := filepath.Join(b.tmp, flat(file))
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
		replace[filepath.Join(root, file)] = name
	}
	doc, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	b.overlay = filepath.Join(b.tmp, "overlay.json")
	return os.WriteFile(b.overlay, doc, 0o666)
}

// flat is the name of a file or package without directories.
func flat(name string) string { return strings.ReplaceAll(name, "/", "_") }

func (b *bench) goCommand(what, to, pkg string) error {
	args := []string{what, "-overlay=" + b.overlay, "-o", to}
	if what == "test" {
		args = append(args, "-c", "-vet=off")
	}
	if out, err := exec.Command("go", append(args, pkg)...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s %s: %v\n%s", what, pkg, err, out)
	}
	return nil
}

// parts of a line with a condition: what is before, the condition, what is behind.
var parts = regexp.MustCompile(`^(if (?:[^;]*; )?|case |return )(.*?)( \{|:|)$`)

// switched is the line with both conditions.
func (m mutant) switched(n int) (string, error) {
	was, is := parts.FindStringSubmatch(m.was), parts.FindStringSubmatch(m.is)
	if was == nil || is == nil || was[1] != is[1] || was[3] != is[3] {
		return "", fmt.Errorf("there are no two conditions in %q and %q", m.was, m.is)
	}
	return fmt.Sprintf("%s(mutantNumber == %d && (%s) || mutantNumber != %d && (%s))%s", was[1], n, is[2], n, was[2], was[3]), nil
}

// killer tells who notices a mutant, or "".
func (b *bench) killer(n int, m mutant) string {
	if dir := filepath.Dir(m.file); b.tests[dir] != "" && strings.HasPrefix(dir, "analyzers/") {
		if b.fails(n, dir) {
			return "the tests of " + dir
		}
	}
	if b.cases(n) != b.want {
		return "the cases"
	}
	if strings.HasPrefix(m.file, "internal/") {
		dirs := slices.Sorted(maps.Keys(b.tests))
		slices.Reverse(dirs) // those of the engine first: there are many rules
		for _, dir := range dirs {
			if b.fails(n, dir) {
				return "the tests of " + dir
			}
		}
	}
	return ""
}

// fails tells that the tests of a package notice mutant n.
func (b *bench) fails(n int, dir string) bool {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Minute) // a mutant may loop
	defer stop()
	cmd := exec.CommandContext(ctx, b.tests[dir], "-test.failfast", "-test.short")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(n))
	return cmd.Run() != nil
}

var finding = regexp.MustCompile(`(?m)^(\S+?:\d+):.*(\([a-z]+/[a-z-]+\))$`)

// cases is what locklint says of the cases: place, rule and category. It fits their marks, as .ci/run checks.
func (b *bench) cases(n int) string {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, b.program, "./...")
	cmd.Dir = "testdata/cases"
	cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(n), "LOCKLINT_CACHE=off")
	var out bytes.Buffer
	cmd.Stdout = &out
	_ = cmd.Run() // it ends with 1, as it finds something
	var said strings.Builder
	for _, m := range finding.FindAllStringSubmatch(out.String(), -1) {
		said.WriteString(m[1] + " " + m[2] + "\n")
	}
	return said.String()
}
