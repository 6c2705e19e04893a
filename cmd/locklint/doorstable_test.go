package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/report"
)

var (
	doorsDir      = flag.String("doors.dir", "../../examples/shop", "the module on which TestAllDoors compares the doors")
	doorsGolangci = flag.String("doors.golangci", "", "golangci-lint with locklint in it, as testdata/golangci builds it")
)

// All four doors find the same, to the message.
func TestAllDoors(t *testing.T) {
	dir, err := filepath.Abs(*doorsDir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir) // golangci-lint names files by where they really are
	}
	if err != nil {
		t.Fatal(err)
	}
	d := &doors{t: t, dir: dir, program: "real"}
	alone := d.run("", statusFindings, "-json")
	if len(alone) == 0 {
		t.Fatalf("nothing is found in %s", dir)
	}
	t.Logf("standalone: %d findings", len(alone))
	for _, door := range []struct {
		name  string
		found func(*doors) []string
	}{
		{"go vet", func(d *doors) []string { return d.govet("") }},
		{"locklint vet", func(d *doors) []string { return d.run("", statusFindings, "vet", "-json") }},
		{"nogo", func(d *doors) []string { d.program = "nogo"; return d.govet("") }},
		{"golangci-lint", func(d *doors) []string { return d.golangci(everything, "") }},
	} {
		t.Run(door.name, func(t *testing.T) {
			if door.name == "golangci-lint" && *doorsGolangci == "" {
				t.Skip("-doors.golangci names no golangci-lint; .ci/run builds one and gives it")
			}
			d := *d
			d.t = t
			got := door.found(&d)
			d.same("standalone", door.name, alone, got)
			t.Logf("%d findings", len(got))
		})
	}
}

// everything is a configuration of golangci-lint with all that locklint finds; its own takes one finding a line and
// three with the same text.
const everything = `version: "2"
run:
  relative-path-mode: wd
linters:
  default: none
  enable: [locklint]
  settings:
    custom:
      locklint:
        type: module
        description: misused locks
        settings: {%s}
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

// Settings reach the rules, a mistake in them is an error, and golangci-lint's own way to silence a finding works.
func TestGolangciSettings(t *testing.T) {
	if *doorsGolangci == "" {
		t.Skip("-doors.golangci names no golangci-lint; .ci/run builds one and gives it")
	}
	d := &doors{t: t, dir: t.TempDir(), program: "real"}
	d.write("go.mod", "module ex.com/one\n\ngo 1.25\n")
	const source = `package one

import (
	"context"
	"database/sql"
	"time"
)

func F(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(7)"); err != nil {
		return err
	}
	time.Sleep(5 * time.Second)%s
	return tx.Commit()
}
`
	d.write("a.go", fmt.Sprintf(source, ""))
	if got := d.golangci(everything, ""); len(got) != 1 || !strings.HasPrefix(got[0], "a.go:18:2 blockingcall sleep ") {
		t.Errorf("without settings: %q", got)
	}
	if got := d.golangci(everything, `blockingcall: {sleep: 10s}`); len(got) != 0 {
		t.Errorf("with a longer sleep allowed: %q", got)
	}
	if got := d.golangci(everything, `rules: {blockingcall: off}`); len(got) != 0 {
		t.Errorf("with the rule off: %q", got)
	}
	d.write("a.go", fmt.Sprintf(source, " //nolint:locklint // the demo waits"))
	if got := d.golangci(everything, ""); len(got) != 0 {
		t.Errorf("with nolint: %q", got)
	}
	out, err := d.golangciCommand(everything, `reveiw: true`).CombinedOutput()
	if err == nil || !strings.Contains(string(out), `locklint: settings: unknown key "reveiw": did you mean "review"?`) {
		t.Errorf("with a wrong key: %v\n%s", err, out)
	}
}

// golangci runs golangci-lint with settings for locklint, of YAML's flow style without the braces.
func (d *doors) golangci(layout, settings string) []string {
	d.t.Helper()
	cmd := d.golangciCommand(layout, settings)
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code > 1 {
		d.t.Fatalf("golangci-lint: %v\n%s", err, out)
	}
	var found struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(out, &found); err != nil {
		d.t.Fatalf("golangci-lint: %v\n%s", err, out)
	}
	var got []string
	for _, i := range found.Issues {
		m := golangciText.FindStringSubmatch(i.Text)
		if m == nil || m[1] != m[3] {
			d.t.Errorf("golangci-lint: the text %q does not say its rule", i.Text)
			continue
		}
		got = append(got, fmt.Sprintf("%s:%d:%d %s %s %s", report.Rel(d.dir, filepath.Join(d.dir, i.Pos.Filename)), i.Pos.Line, i.Pos.Column, m[1], m[4], m[2]))
	}
	return got
}

// golangciText is the text of an issue: golangci-lint puts the name of the analyzer before the message.
var golangciText = regexp.MustCompile(`(?s)^([a-z]+): (.*\(([a-z]+)/([a-z-]+)\))$`)

func (d *doors) golangciCommand(layout, settings string) *exec.Cmd {
	d.t.Helper()
	tmp := d.t.TempDir()
	name := filepath.Join(tmp, "golangci.yml")
	if err := os.WriteFile(name, fmt.Appendf(nil, layout, settings), 0o666); err != nil {
		d.t.Fatal(err)
	}
	cmd := exec.Command(*doorsGolangci, "run", "--config="+name, "--output.json.path=stdout", "--output.text.path=stderr", "--show-stats=false", "./...")
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+filepath.Join(tmp, "cache"))
	return cmd
}

// A nogo target can list every rule of the registry.
func TestNogoRules(t *testing.T) {
	names := func(set []*analysis.Analyzer) []string {
		var names []string
		for _, a := range set {
			names = append(names, a.Name)
		}
		slices.Sort(names)
		return names
	}
	want := slices.DeleteFunc(names(analyzers.All()), func(name string) bool { return name == "locklintconfig" })
	if got := names(nogoRules()); !slices.Equal(got, want) {
		t.Errorf("exported: %q, in the registry: %q", got, want)
	}

	build, err := os.ReadFile("../../examples/nogo/BUILD.bazel")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^    "([a-z]+)",$`).FindAllStringSubmatch(string(build), -1) {
		listed = append(listed, m[1])
	}
	if !slices.Equal(listed, want) {
		t.Errorf("examples/nogo lists %q, want %q", listed, want)
	}
}

// The configuration of the example is one that the rules take, and nogo sets it on the analyzer that a rule requires.
func TestNogoConfig(t *testing.T) {
	doc, err := os.ReadFile("../../examples/nogo/nogo.json")
	if err != nil {
		t.Fatal(err)
	}
	var example map[string]struct {
		Flags map[string]string `json:"analyzer_flags"`
	}
	if err := json.Unmarshal(doc, &example); err != nil {
		t.Fatal(err)
	}
	given := 0
	for _, a := range nogoRules() {
		for name, value := range example[a.Name].Flags {
			given++
			for _, required := range a.Requires {
				if required.Flags.Lookup(name) != nil && required.Name == engine.ConfigName {
					if _, err := config.Decode(value); err != nil {
						t.Errorf("%s: %v", a.Name, err)
					}
					given--
				}
			}
		}
	}
	if given != 0 {
		t.Errorf("%d flags of the example reach no analyzer that a rule requires directly", given)
	}
}
