package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// sample are made-up figures: locklint is fast, and misses one bar.
func sample() *results {
	r := new(results)
	add := func(m *module, t *tool, mode mode, cpu time.Duration, megabytes int64) {
		r.add(key{m.name, t.name, mode}, "day 1", cost{Wall: cpu / 2, CPU: cpu, Memory: megabytes << 20})
	}
	for i, m := range built {
		add(m, locklint, cold, time.Duration(1+i)*time.Second, 200)
		add(m, locklint, warm, 400*time.Millisecond, 60)
		add(m, loading, cold, time.Duration(1+i)*700*time.Millisecond, 180)
		add(m, vet, cold, 20*time.Second, 130)
		add(m, vet, warm, time.Second, 40)
		add(m, staticcheck, cold, 31*time.Second, 340)
		add(m, staticcheck, warm, time.Second, 90)
		add(m, golangci, cold, 25*time.Second, 700)
	}
	add(layered3, locklint, cold, 41*time.Second, 900)
	return r
}

func TestMedian(t *testing.T) {
	r := new(results)
	k := key{shop.name, locklint.name, cold}
	for _, c := range []cost{
		{Wall: 3 * time.Second, CPU: 10 * time.Second, Memory: 5},
		{Wall: 1 * time.Second, CPU: 30 * time.Second, Memory: 9},
		{Wall: 2 * time.Second, CPU: 20 * time.Second, Memory: 7},
	} {
		r.add(k, "", c)
	}
	if got, _ := r.of(shop, locklint, cold); got != (cost{Wall: 2 * time.Second, CPU: 20 * time.Second, Memory: 7}) {
		t.Errorf("of three: %v", got)
	}
	r.add(k, "", cost{Wall: 4 * time.Second, CPU: 40 * time.Second, Memory: 11})
	if got, _ := r.of(shop, locklint, cold); got != (cost{Wall: 2500 * time.Millisecond, CPU: 25 * time.Second, Memory: 8}) {
		t.Errorf("of four: %v", got)
	}
	if _, ok := r.of(shop, locklint, warm); ok {
		t.Error("there are figures of a mode that was not measured")
	}
}

func TestJudge(t *testing.T) {
	find := func(what string, f figure, m *module) verdict {
		for _, v := range judge(sample()) {
			if strings.Contains(v.bar.what, what) && v.bar.figure == f && v.module == m {
				return v
			}
		}
		t.Fatalf("no bar %s, %s on %s", what, f, m.name)
		return verdict{}
	}
	for _, tt := range []struct {
		what     string
		figure   figure
		module   *module
		ratio    float64
		measured bool
		holds    bool
	}{
		{"against go vet", cpu, service, 4.0 / 20, true, true}, // exactly the bar
		{"against go vet", cpu, std, 2.0 / 20, true, true},
		{"own cache empty", memory, repo, 200.0 / 340, true, true},
		{"against loading", cpu, service, 1 / 0.7, true, true},
		{"nothing changed, against staticcheck", wall, shop, 0.4, true, true},
		{"5,000 packages", cpu, layered3, 41.0 / 6, true, false},
		{"5,000 packages", memory, layered3, 4.5, true, true},
		{"build cache empty", cpu, std, 0, false, false},
		{"does nothing", cpu, service, 0, false, false},
	} {
		v := find(tt.what, tt.figure, tt.module)
		if math.Abs(v.ratio-tt.ratio) > 1e-9 || v.measured != tt.measured || v.holds() != tt.holds {
			t.Errorf("%s, %s on %s: %.3f measured %v holds %v, want %.3f %v %v", tt.what, tt.figure, tt.module.name, v.ratio, v.measured, v.holds(), tt.ratio, tt.measured, tt.holds)
		}
	}
}

func TestPage(t *testing.T) {
	r := sample()
	r.failures = []string{"std/golangci/cold: exit status 7"}
	shopped := key{shop.name, staticcheck.name, cold}
	r.runs[shopped], r.costs[shopped][0].Broken = "day 2", "undefined: x"
	text := page(r)
	for _, want := range []string{
		beginMark + "\n\nEach figure is the median of the rounds of a run",
		"| against go vet (its cache defeated) | service, 58 packages on 540 others | CPU | 0.2 | 0.2 | yes |\n",
		"| 5,000 packages against 1,000 | layered, 5,000 packages | CPU | 6 | 6.83 | **no** |\n",
		"\n### Examples/shop\n\nMeasured on day 1; and on day 2.\n\n| | cold | warm | changed | empty |\n|---|--:|--:|--:|--:|\n| locklint | 1.50 / 3.00 / 200 | 0.20 / 0.40 / 60 | - | - |\n",
		"| staticcheck | 15.5 / 31.0 / 340 |",
		"- std/golangci/cold: exit status 7\n- shop/staticcheck/cold: not all of it compiles for this tool, and the figure is of the rest: undefined: x\n",
		"| examples/shop | CPU | 0.2 | 0.0968 | yes (of two runs) |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if !strings.HasSuffix(text, "\n"+endMark+"\n") {
		t.Error("the page has no end")
	}
}

// What is written by hand stays, and writing twice changes nothing more.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "docs")
	name := filepath.Join(dir, "performance.md")
	if err := write(dir, sample()); err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	byHand := "# By hand\n\nabove\n\n" + beginMark + "\nold\n" + endMark + "\n\nbelow\n"
	if err := os.WriteFile(name, []byte(byHand), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := write(dir, sample()); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(made), "# Performance\n\n")
	if want := "# By hand\n\nabove\n\n" + part + "\nbelow\n"; string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, bad := range []string{"", beginMark, endMark + beginMark} {
		if _, err := merge(bad, "text"); err == nil {
			t.Errorf("%q is taken for a page", bad)
		}
	}
}

// A run that measures a part leaves the figures of the rest, and says of which run each is.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	if err := rewrite(dir); err == nil || !strings.Contains(err.Error(), "no figures are kept") {
		t.Errorf("nothing is kept: %v", err)
	}
	first := sample()
	first.add(key{"gone", locklint.name, cold}, "day 0", cost{CPU: 1})
	first.add(key{shop.name, locklint.name, cold}, "day 1", cost{Wall: time.Second, CPU: 5 * time.Second, Memory: 1 << 20, Broken: "undefined: y"})
	if err := write(dir, first); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := rewrite(dir); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "performance.md")); err != nil || string(again) != string(before) {
		t.Errorf("%v: from the figures that are kept the page is another:\n%s\nbefore:\n%s", err, again, before)
	}
	b := new(bench)
	b.results.add(key{shop.name, locklint.name, cold}, "day 2", cost{CPU: 7 * time.Second})
	if err := b.write(dir, true); err != nil {
		t.Fatal(err)
	}
	all, err := readRecords(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range all {
		mine := rec.Module == shop.name && rec.Tool == locklint.name && rec.Mode == cold
		if rec.Module == "gone" || mine != (rec.Run == "day 2") || mine && (len(rec.Costs) != 1 || rec.Costs[0].CPU != 7*time.Second) {
			t.Errorf("kept: %+v", rec)
		}
	}
	if len(all) != len(sample().records()) {
		t.Errorf("%d records, want %d", len(all), len(sample().records()))
	}
	if err := new(bench).write(dir, false); err != nil {
		t.Fatal(err)
	}
	if all, err := readRecords(dir); err != nil || len(all) != 0 {
		t.Errorf("a complete run kept %d figures of others, %v", len(all), err)
	}
	if err := os.WriteFile(filepath.Join(dir, recordsFile), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := b.write(dir, true); err == nil || !strings.Contains(err.Error(), recordsFile) {
		t.Errorf("a damaged file: %v", err)
	}
}

// The plot is well-formed, and no text lies on another.
func TestPlot(t *testing.T) {
	svg := plot(sample())
	type box struct {
		text           string
		left, right, y int
	}
	var boxes []box
	dec := xml.NewDecoder(strings.NewReader(svg))
	var width, height int
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "svg":
			width, height = number(t, start, "width"), number(t, start, "height")
		case "text":
			var content string
			if err := dec.DecodeElement(&content, &start); err != nil {
				t.Fatal(err)
			}
			x, length := number(t, start, "x"), 7*len(content)
			b := box{content, x, x + length, number(t, start, "y")}
			switch attr(start, "class") {
			case "l":
				b.left, b.right = x-length, x
			case "a":
				b.left, b.right = x-length/2, x+length/2
			}
			boxes = append(boxes, b)
		}
	}
	for i, a := range boxes {
		if a.left < 0 || a.right > width || a.y > height {
			t.Errorf("%q lies outside: %d..%d, %d of %dx%d", a.text, a.left, a.right, a.y, width, height)
		}
		for _, b := range boxes[:i] {
			if a.left < b.right && b.left < a.right && a.y-b.y < 11 && b.y-a.y < 11 {
				t.Errorf("%q lies on %q", a.text, b.text)
			}
		}
	}
	if !strings.Contains(svg, "prefers-color-scheme: dark") || len(boxes) < 40 {
		t.Errorf("%d texts", len(boxes))
	}
	if plot(sample()) != svg {
		t.Error("the same figures give another plot")
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(t *testing.T, e xml.StartElement, name string) int {
	t.Helper()
	n := 0
	for _, digit := range attr(e, name) {
		n = 10*n + int(digit-'0')
	}
	return n
}

// A run is measured with all that it starts.
func TestMeasure(t *testing.T) {
	got, err := command{args: []string{"go", "env", "GOROOT"}}.run(t.Context())
	if err != nil || got.Wall <= 0 || got.CPU <= 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if memoryMeaning != "not measured on this system" && got.Memory < 1<<20 {
		t.Errorf("peak memory %d", got.Memory)
	}
	fails := command{args: []string{"go", "no-such-command"}}
	if _, err := fails.run(t.Context()); err == nil || !strings.Contains(err.Error(), "no-such-command") {
		t.Errorf("a command that fails: %v", err)
	}
	fails.ok = []int{2}
	if _, err := fails.run(t.Context()); err != nil {
		t.Errorf("a status that is no failure: %v", err)
	}
}

func TestParse(t *testing.T) {
	opts, err := parse([]string{"-n", "5", "-only", "service/(locklint|vet)/cold"}, io.Discard)
	if err != nil || opts.rounds != 5 || opts.quick {
		t.Errorf("%+v, %v", opts, err)
	}
	b := &bench{only: opts.only}
	var wanted []string
	for _, tool := range b.wanted(complete) {
		wanted = append(wanted, tool.name)
	}
	if got := strings.Join(wanted, " "); got != "locklint vet" {
		t.Errorf("-only wants %s", got)
	}
	if opts, err := parse([]string{"-quick"}, io.Discard); err != nil || opts.rounds != 1 {
		t.Errorf("%+v, %v", opts, err)
	}
	for _, bad := range [][]string{{"-n", "0"}, {"-only", "("}, {"service"}, {"-no"}} {
		if _, err := parse(bad, io.Discard); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	var help strings.Builder
	if _, err := parse([]string{"-h"}, &help); err == nil || !strings.Contains(help.String(), "service, 500 dependencies    12 min") {
		t.Errorf("-h: %v\n%s", err, help.String())
	}
}

// No bar is forgotten when the plan changes: what it compares is measured.
func TestBarsAreMeasured(t *testing.T) {
	planned := func(m *module, s subject) bool {
		if s.on != nil {
			m = s.on
		}
		for _, step := range complete {
			if step.module == m {
				return step.has(s.tool, s.mode)
			}
		}
		return false
	}
	for _, b := range bars {
		for _, m := range b.modules {
			if !planned(m, b.of) || !planned(m, b.against) {
				t.Errorf("%s on %s is not measured", b.what, m.name)
			}
		}
	}
}

// The file that the mode changed edits is there.
func TestEditedFiles(t *testing.T) {
	b := &bench{root: ".."}
	for _, m := range []*module{repo, shop, service, layered0, layered1} {
		dir := t.TempDir()
		if err := m.make(t.Context(), b, dir); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, filepath.FromSlash(m.edit))
		old, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		undo, err := m.change(dir, 7)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil || string(text) != string(old)+"\nfunc _() int { return 7 }\n" {
			t.Errorf("%s: %v, %q", m.name, err, text)
		}
		if err := undo(); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != string(old) {
			t.Errorf("%s: not as it was: %v", m.name, err)
		}
	}
}

// What matches nothing is an error that names what there is, before anything is built.
func TestOnlyNothing(t *testing.T) {
	opts, err := parse([]string{"-only", "examples/shop/locklint"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	err = run(t.Context(), opts)
	if err == nil || !strings.Contains(err.Error(), "examples/shop/locklint matches nothing") || !strings.Contains(err.Error(), "repo, std, shop, service") {
		t.Errorf("error %v", err)
	}
}
