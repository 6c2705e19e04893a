package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/report"
)

// The doors must find the same, on a cold and on a warm cache, and see every change of the source
// and of the configuration.
func TestDoorsAgree(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/module.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := &doors{t: t, dir: linttest.Extract(t, archive)}

	first := d.agree("")
	d.contains(first, "c/c.go:7:2 toy call call of Take locks via sync < Lock (toy/call)")
	d.contains(first, "c/c.go:8:2 toy call call of Take locks via sync < Lock < Take < Take (toy/call)")
	d.contains(first, "a/a_test.go:7:21 toy call call of Take locks via sync < Lock < Take (toy/call)")
	d.contains(first, "a/x_test.go:12:2 toy call call of Take locks via sync < Lock (toy/call)")
	d.contains(first, "b/b.go:3:8 toy import imports a package that locks, assuming Take and Take are called (toy/import)")
	if slices.ContainsFunc(first, func(s string) bool { return strings.HasPrefix(s, "d/") }) {
		t.Error("something is reported in a generated file")
	}
	if again := d.agree(""); !slices.Equal(again, first) {
		t.Errorf("warm run finds %q, cold run %q", again, first)
	}

	review := d.agree(`{"review":true}`)
	d.contains(review, "a/a.go:7:22 toy direct call of Lock locks via sync (toy/direct)")
	if slices.Equal(review, first) {
		t.Error("the configuration changes nothing")
	}
	if again := d.agree(""); !slices.Equal(again, first) {
		t.Error("going back to the first configuration does not give the first findings")
	}

	d.write("a/a.go", "package a\n\nimport \"sync\"\n\ntype T struct{ mu sync.Mutex }\n\nfunc (t *T) Take() {}\n\nfunc Take() { new(T).mu.Lock() }\n")
	edited := d.agree("")
	d.contains(edited, "c/c.go:8:2 toy call call of Take locks via sync < Lock < Take (toy/call)")
	if slices.ContainsFunc(edited, func(s string) bool { return strings.HasPrefix(s, "c/c.go:7:") }) {
		t.Errorf("a method that does not lock any more is still reported: %q", edited)
	}
}

// The rules themselves, across packages: the lock is taken by a helper of another package.
func TestDoorsAgreeOnRealRules(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/real.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := &doors{t: t, dir: linttest.Extract(t, archive), program: "real"}
	got := d.agree("")
	var places []string
	for _, f := range got {
		places = append(places, strings.Join(strings.Fields(f)[:3], " "))
	}
	want := []string{
		"order/known.go:14:17 unlockbeforecommit unused-directive",
		"order/known.go:20:21 directive malformed",
		"order/order.go:27:2 unlockbeforecommit order",
	}
	if !slices.Equal(places, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// A bare -vettool takes its configuration from the environment, and go vet's cache knows of it.
func TestBareVettoolConfig(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/module.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := &doors{t: t, dir: linttest.Extract(t, archive)}
	file := filepath.Join(d.dir, "locklint.json")
	for _, tt := range []struct {
		config string
		want   bool
	}{{"{}", false}, {`{"review": true}`, true}, {"{}", false}} {
		d.write("locklint.json", tt.config)
		got := d.govet("", configVariable+"="+file)
		if has := slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "(toy/direct)") }); has != tt.want {
			t.Errorf("configuration %s: review findings are there: %v", tt.config, has)
		}
	}
}

// The option of a rule reaches it through every door: in the document, and as a flag.
func TestOptionsThroughTheDoors(t *testing.T) {
	d := &doors{t: t, dir: t.TempDir()}
	d.write("go.mod", "module ex.com/one\n\ngo 1.25\n")
	d.write("a.go", "package one\n\nimport \"time\"\n\nfunc F() {\n\ttime.Sleep(2 * time.Second)\n\ttime.Sleep(20 * time.Second)\n}\n")
	const document = `-config={"blockingcall":{"sleep":"10s"}}`
	found := func(line int, limit string) string {
		return fmt.Sprintf("a.go:%d:2 toy sleep sleeps %ds, longer than %s (toy/sleep)", line, map[int]int{6: 2, 7: 20}[line], limit)
	}
	for _, tt := range []struct {
		flags []string
		want  []string
	}{
		{[]string{"-blockingcall.sleep=15s", document}, []string{found(7, "15s")}},
		{[]string{document, "-localmutex.replicas=1", "-keytemplate.funcs=ex.com/one.F,ex.com/one.T.M", "-claimonly.retry=5m"}, []string{found(7, "10s")}},
	} {
		d.same(fmt.Sprint("standalone ", tt.flags), "wanted", d.run("", statusFindings, append(slices.Clone(tt.flags), "-json")...), tt.want)
		d.same(fmt.Sprint("locklint vet ", tt.flags), "wanted", d.run("", statusFindings, append(append([]string{"vet"}, tt.flags...), "-json")...), tt.want)
		d.same(fmt.Sprint("go vet ", tt.flags), "wanted", d.govetWith(tt.flags), tt.want)
	}
}

// The flags of a unit are put together in whatever order they come; without -config they change the base.
func TestUnitFlags(t *testing.T) {
	base := config.Default()
	base.Review = true
	const document = `-config={"blockingcall":{"sleep":"10s"}}`
	for _, tt := range []struct {
		flags []string
		want  string
	}{
		{nil, ``}, // not set: the base
		{[]string{document}, `{"blockingcall":{"sleep":"10s"}}`},
		{[]string{"-config={}"}, `{}`},
		{[]string{"-blockingcall.sleep=5s"}, `{"review":true,"blockingcall":{"sleep":"5s"}}`},
		{[]string{"-review=false"}, `{}`},
		{[]string{document, "-blockingcall.sleep=15s", "-review"}, `{"review":true,"blockingcall":{"sleep":"15s"}}`},
		{[]string{"-review", "-blockingcall.sleep=15s", document}, `{"review":true,"blockingcall":{"sleep":"15s"}}`},
		{[]string{document, "-blockingcall.sleep=1s"}, `{}`},
		{[]string{"-blockingcall.sleep=2s", "-blockingcall.sleep=3s", "-localmutex.replicas=1"}, `{"review":true,"localmutex":{"replicas":1},"blockingcall":{"sleep":"3s"}}`},
		{[]string{"-review", `-config={"reveiw":1}`}, `{"reveiw":1}`}, // the analyzer complains
	} {
		e := engine.New(base)
		fs := flag.NewFlagSet("unit", flag.ContinueOnError)
		registerUnit(fs, e.Config.Flags.Lookup("config"), base)
		if err := fs.Parse(tt.flags); err != nil {
			t.Errorf("%q: %v", tt.flags, err)
		}
		if got := e.Config.Flags.Lookup("config").Value.String(); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.flags, got, tt.want)
		}
	}
}

// A malformed flag is one diagnostic in each package, and stays one: an error would be forgotten.
func TestMalformedFlag(t *testing.T) {
	d := &doors{t: t, dir: t.TempDir()}
	d.write("go.mod", "module ex.com/one\n\ngo 1.25\n")
	d.write("a.go", "package one\n")
	const want = "a.go:1:1 locklintconfig malformed the configuration given by flag is not used: 1:2: unknown key \"reveiw\": did you mean \"review\"? (locklintconfig/malformed)"
	for range 2 {
		if got := d.govet(`{"reveiw":1}`); !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

type doors struct {
	t       *testing.T
	dir     string
	program string // of programs; "" is "locklint", with the toy rule
	cache   string // directory, made when it is needed
}

// agree runs all doors and returns what they found.
func (d *doors) agree(config string) []string {
	d.t.Helper()
	alone := d.run(config, statusFindings, "-json")
	vet := d.govet(config)
	wrapped := d.run(config, statusFindings, "vet", "-json")
	d.same("standalone", "go vet", alone, vet)
	d.same("standalone", "locklint vet", alone, wrapped)
	return alone
}

// same complains about what only one of two doors finds.
func (d *doors) same(left, right string, a, b []string) {
	d.t.Helper()
	for _, f := range a {
		if !slices.Contains(b, f) {
			d.t.Errorf("only %s finds %s", left, f)
		}
	}
	for _, f := range b {
		if !slices.Contains(a, f) {
			d.t.Errorf("only %s finds %s", right, f)
		}
	}
}

// run runs the program itself on everything.
func (d *doors) run(config string, status int, args ...string) []string {
	d.t.Helper()
	self := d.self()
	if config != "" {
		args = append(args, "-config="+config)
	}
	cmd := exec.Command(self, append(args, "./...")...)
	out := d.output(cmd, status)
	return d.findings(out)
}

// govet runs a bare go vet.
func (d *doors) govet(config string, env ...string) []string {
	d.t.Helper()
	var flags []string
	if config != "" {
		flags = append(flags, "-config="+config)
	}
	return d.govetWith(flags, env...)
}

// govetWith runs a bare go vet with more flags.
func (d *doors) govetWith(flags []string, env ...string) []string {
	d.t.Helper()
	self := d.self()
	args := append([]string{"vet", "-vettool=" + self}, flags...)
	cmd := exec.Command("go", append(args, "-json", "./...")...)
	cmd.Env = env
	return d.findings(d.output(cmd, 0))
}

func (d *doors) self() string {
	d.t.Helper()
	self, err := os.Executable()
	if err != nil {
		d.t.Fatal(err)
	}
	return self
}

func (d *doors) output(cmd *exec.Cmd, status int) []byte {
	d.t.Helper()
	out, _ := d.outputs(cmd, status)
	return out
}

func (d *doors) outputs(cmd *exec.Cmd, status int) (stdout []byte, errors string) {
	d.t.Helper()
	var stderr bytes.Buffer
	cmd.Dir = d.dir
	if d.cache == "" {
		d.cache = d.t.TempDir()
	}
	cmd.Env = append(append(linttest.Env(cmp.Or(d.program, "locklint")), cacheVariable+"="+d.cache), cmd.Env...)
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	if got := cmd.ProcessState.ExitCode(); got != status {
		d.t.Fatalf("%v: status %d, want %d\n%s%s", cmd.Args, got, status, out, &stderr)
	}
	return out, stderr.String()
}

func (d *doors) findings(out []byte) []string {
	d.t.Helper()
	records, errs, err := report.ParseJSON(out)
	if err != nil || len(errs) > 0 {
		d.t.Fatalf("%v, %v\n%s", err, errs, out)
	}
	var got []string
	for _, f := range finding.Sort(records) {
		got = append(got, fmt.Sprintf("%s:%d:%d %s %s %s", report.Rel(d.dir, f.Pos.Filename), f.Pos.Line, f.Pos.Column, f.Rule, f.Category, f.Message))
	}
	return got
}

func (d *doors) contains(got []string, want string) {
	d.t.Helper()
	if !slices.Contains(got, want) {
		d.t.Errorf("not found: %s\nin:\n\t%s", want, strings.Join(got, "\n\t"))
	}
}

func (d *doors) write(name, data string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, name), []byte(data), 0o666); err != nil {
		d.t.Fatal(err)
	}
}

// The standalone door prints the tree that go vet prints, to the byte.
func TestJSONAsGoVet(t *testing.T) {
	d := &doors{t: t, dir: t.TempDir()}
	d.write("go.mod", "module ex.com/one\n\ngo 1.25\n")
	d.write("a.go", "package one\n\nimport \"sync\"\n\nvar mu sync.Mutex\n\nfunc F() { mu.Lock() }\n\nfunc G() { F() }\n")
	self := d.self()
	alone := d.output(exec.Command(self, "-json", "./..."), statusFindings)
	vet := d.output(exec.Command("go", "vet", "-vettool="+self, "-json", "./..."), 0)
	if !json.Valid(alone) || !bytes.Equal(alone, vet) {
		t.Errorf("standalone:\n%s\ngo vet:\n%s", alone, vet)
	}
}
