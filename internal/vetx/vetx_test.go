package vetx

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// compared names the file that gets a line for each unit; it makes this test program a tool of go vet.
const compared = "LOCKLINT_TEST_VETX"

func TestMain(m *testing.M) {
	if report := os.Getenv(compared); report != "" {
		tool(report, os.Args[len(os.Args)-1])
		return
	}
	flag.Parse()
	os.Exit(m.Run())
}

// tool is called by go vet: for the version, for the flags, or for a unit, which it types by itself at first.
func tool(report, arg string) {
	nothing := &analysis.Analyzer{Name: "nothing", Doc: "nothing", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	nothing.Flags.String("salt", "", "part of the key of go vet's cache")
	if !strings.HasSuffix(arg, ".cfg") || os.Getenv(compared+"_REAL") != "" {
		unitchecker.Main(nothing)
	}
	line, err := compare(arg)
	if err != nil {
		line = err.Error()
	}
	f, err := os.OpenFile(report, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = fmt.Fprintln(f, line)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func compare(arg string) (string, error) {
	cfg, err := readConfig(arg)
	if err != nil {
		return "", err
	}
	if err := Write(cfg); err != nil {
		return "", fmt.Errorf("%s: %w", cfg.ImportPath, err)
	}
	mine, err := os.ReadFile(cfg.VetxOutput)
	if err != nil {
		return "", err
	}
	real := exec.Command(os.Args[0], arg)
	real.Env = append(os.Environ(), compared+"_REAL=1")
	if out, err := real.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cfg.ImportPath, err, out)
	}
	theirs, err := os.ReadFile(cfg.VetxOutput)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(mine, theirs) {
		return "", fmt.Errorf("%s: %d bytes, unitchecker writes %d others", cfg.ImportPath, len(mine), len(theirs))
	}
	return "same " + cfg.ImportPath, nil
}

func readConfig(name string) (*unitchecker.Config, error) {
	doc, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cfg := new(unitchecker.Config)
	return cfg, json.Unmarshal(doc, cfg)
}

// What is written is what unitchecker writes, byte by byte: for packages with generics, with cgo, with assembly, with
// linkname, of the standard library and of others.
func TestSameAsUnitchecker(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(t.TempDir(), "report")
	salt := fmt.Sprintf("-nothing.salt=%d", time.Now().UnixNano()) // or go vet would not ask again for what it knows
	cmd := exec.Command("go", "vet", "-vettool="+self, salt, "net", "go/types", "golang.org/x/tools/go/ssa", "github.com/goccy/go-yaml")
	cmd.Env = append(os.Environ(), compared+"="+report, "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for _, line := range lines {
		if !strings.HasPrefix(line, "same ") {
			t.Error(line)
		}
	}
	for _, path := range []string{"net", "runtime", "sync/atomic", "iter", "golang.org/x/tools/go/ssa", "github.com/goccy/go-yaml"} {
		if !strings.Contains(string(data), "same "+path+"\n") {
			t.Errorf("%s is not compared, or is another", path)
		}
	}
}

// A dependency with facts has to be left to unitchecker, which hands them on; so has what cannot be read.
func TestLeftToUnitchecker(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	source := file("a.go", "package a\n\nimport \"b\"\n\nvar A = b.B\n")
	plain := file("plain.go", "package a\n\nfunc F() { missing() }\n")
	for _, tc := range []struct {
		what, source, vetx string
		ok, facts          bool
	}{
		{what: "facts", source: plain, vetx: "vetx\x00\x00\x00\x00\x01\x00\x00\x00f", facts: true},
		{what: "not a file of go vet", source: plain, vetx: "?"},
		{what: "another format", source: plain, vetx: "vety\x00\x00\x00\x00\x00\x00\x00\x00"},
		{what: "cut off", source: plain, vetx: "vetx\xff\x00\x00\x00\x00\x00\x00\x00ab"},
		{what: "longer than any file", source: plain, vetx: "vetx\xff\xff\xff\xff\x00\x00\x00\x00ab"},
		{what: "no types in it", source: source, vetx: "vetx\x00\x00\x00\x00\x00\x00\x00\x00"},
		{what: "does not parse", source: file("broken.go", "package a\n\nfunc {"), vetx: "vetx\x00\x00\x00\x00\x00\x00\x00\x00"},
		{what: "not imported", source: plain, vetx: "vetx\x00\x00\x00\x00\x00\x00\x00\x00", ok: true},
	} {
		cfg := &unitchecker.Config{
			ImportPath: "a", GoFiles: []string{tc.source},
			ImportMap: map[string]string{"b": "b"}, PackageVetx: map[string]string{"b": file("b.vetx", tc.vetx)},
			VetxOutput: filepath.Join(dir, "out"), Stdout: filepath.Join(dir, "stdout"),
		}
		os.Remove(cfg.VetxOutput)
		err := Write(cfg)
		_, missing := os.Stat(cfg.VetxOutput)
		if ok := err == nil; ok != tc.ok || ok != (missing == nil) || errors.Is(err, ErrFacts) != tc.facts {
			t.Errorf("%s: %v, output: %v", tc.what, err, missing)
		}
	}
}
