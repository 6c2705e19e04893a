package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/linttest/toy"
)

// A fakeTerminal is a file that says it is a terminal, or not, and remembers what is written to it.
type fakeTerminal struct {
	mode fs.FileMode

	mu   sync.Mutex
	text bytes.Buffer
}

type fakeInfo struct {
	fs.FileInfo
	mode fs.FileMode
}

func (i fakeInfo) Mode() fs.FileMode { return i.mode }

func (f *fakeTerminal) Stat() (os.FileInfo, error) { return fakeInfo{mode: f.mode}, nil }

func (f *fakeTerminal) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text.Write(b)
}

func (f *fakeTerminal) written() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text.String()
}

// screen is what a terminal shows after text was written to it.
func screen(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		var cells []byte
		at := 0
		for _, c := range []byte(line) {
			if c == '\r' {
				at = 0
				continue
			}
			if at == len(cells) {
				cells = append(cells, 0)
			}
			cells[at] = c
			at++
		}
		lines[i] = strings.TrimRight(string(cells), " ")
	}
	return lines
}

func TestProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	tty := &fakeTerminal{mode: fs.ModeDevice | fs.ModeCharDevice}
	p := watcher{tty, 0, time.Millisecond}.progress()
	waitFor := func(want string) {
		t.Helper()
		for range 5000 {
			if got := screen(tty.written()); len(got) == 1 && got[0] == want {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Errorf("the terminal shows %q, want %q", screen(tty.written()), want)
	}
	long := strings.Repeat("long/", 20)
	p.show(7, 120, "ex.com/m/a/"+long)
	waitFor(("7 of 120 packages, at ex.com/m/a/" + long)[:76] + "...")
	p.show(8, 120, "ex.com/m/b")
	waitFor("8 of 120 packages, at ex.com/m/b")
	p.end()
	if got := screen(tty.written()); len(got) != 1 || got[0] != "" {
		t.Errorf("%q is left", got)
	}
	if text := tty.written(); !strings.HasSuffix(text, "\r") {
		t.Errorf("the cursor is not at the beginning: %q", text)
	}
}

// A short run says nothing, whatever it is written to.
func TestProgressShort(t *testing.T) {
	t.Setenv("TERM", "xterm")
	tty := &fakeTerminal{mode: fs.ModeCharDevice}
	p := watcher{tty, time.Hour, time.Hour}.progress()
	p.show(1, 2, "ex.com/m/a")
	p.end()
	if tty.written() != "" {
		t.Errorf("written: %q", tty.written())
	}
}

func TestProgressOnlyOnTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm")
	reader, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer pipe.Close()
	for _, w := range []io.Writer{&bytes.Buffer{}, pipe, &fakeTerminal{}} {
		if (watcher{w, 0, 1}).progress() != nil {
			t.Error("progress is shown to something that is no terminal")
		}
	}
	t.Setenv("TERM", "dumb")
	if (watcher{&fakeTerminal{mode: fs.ModeCharDevice}, 0, 1}).progress() != nil {
		t.Error("progress is shown on a dumb terminal")
	}
	var p *progress
	p.show(1, 2, "ex.com/m/a")
	p.end()
}

// What others write meanwhile stands on lines of its own, and stays.
func TestProgressBeside(t *testing.T) {
	t.Setenv("TERM", "xterm")
	tty := &fakeTerminal{mode: fs.ModeCharDevice}
	p := watcher{tty, time.Hour, time.Hour}.progress()
	p.show(1, 2, "ex.com/m/a")
	p.draw()
	io.WriteString(p.beside(tty), "go: downloading x\n")
	p.draw()
	if got, want := screen(tty.written()), []string{"go: downloading x", "1 of 2 packages, at ex.com/m/a"}; !slices.Equal(got, want) {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	p.end()
	if got, want := screen(tty.written()), []string{"go: downloading x", ""}; !slices.Equal(got, want) {
		t.Errorf("%q is left, want %q", got, want)
	}
}

// Each tree of go vet -json is a package that is done.
func TestProgressCounting(t *testing.T) {
	t.Setenv("TERM", "xterm")
	tty := &fakeTerminal{mode: fs.ModeCharDevice}
	p := watcher{tty, time.Hour, time.Hour}.progress()
	defer p.end()
	var out bytes.Buffer
	w := p.counting(&out, 3)
	trees := []string{"{}\n", "{\n\t\"ex.com/m\": {\n\t\t\"toy\": []\n\t}\n}\n", "# ex.com/m\n{}\n{}\n"}
	for i, want := range []string{"1 of 3 packages", "2 of 3 packages", "3 of 3 packages"} {
		io.WriteString(w, trees[i])
		p.draw()
		if got := screen(tty.written()); !slices.Equal(got, []string{want}) {
			t.Errorf("after %d trees the terminal shows %q, want %q", i+1, got, want)
		}
	}
	if got, want := out.String(), strings.Join(trees, ""); got != want {
		t.Errorf("%q got through, want %q", got, want)
	}
}

// The whole run, in each mode: what stays on the terminal is what a file would get.
func TestProgressOfRun(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv(cacheVariable, "off")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module ex.com/one\n\ngo 1.25\n",
		"a.go":   "package one\n\nimport (\n\t\"net/http\"\n\t\"sync\"\n)\n\nvar mu sync.Mutex\n\nfunc F() { mu.Lock(); http.Get(\"\") }\n\nfunc G() { F() }\n",
	} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, line := range linttest.Env("locklint") { // what go vet runs is this program
		name, value, _ := strings.Cut(line, "=")
		t.Setenv(name, value)
	}
	type mode func(args []string, stdout, stderr io.Writer, rules ruleSet, watch watcher) int
	for _, tt := range []struct {
		name   string
		run    mode
		rules  ruleSet
		args   []string
		status int
		shown  string
	}{
		{"standalone", standalone, toy.Rules, nil, statusFindings, "0 of 1 packages, at "},
		{"inventory", inventoryMode, toy.Rules, nil, statusClean, "0 of 1 packages, at "},
		{"explain", explain, analyzers.On, []string{"a.go:10"}, statusClean, "0 of 1 packages, at "},
		{"vet", vet, toy.Rules, nil, statusFindings, "1 of 1 packages"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tty := &fakeTerminal{mode: fs.ModeCharDevice}
			var plain, out, again bytes.Buffer
			if got := tt.run(tt.args, &out, tty, tt.rules, watcher{tty, 0, time.Millisecond}); got != tt.status {
				t.Fatalf("status %d: %s", got, tty.written())
			}
			tt.run(tt.args, &again, &plain, tt.rules, watcher{&plain, 0, time.Millisecond})
			if !strings.Contains(tty.written(), tt.shown) {
				t.Errorf("no progress: %q", tty.written())
			}
			if got := strings.Join(screen(tty.written()), "\n"); got != plain.String() || out.String() != again.String() {
				t.Errorf("the terminal shows %q, a file gets %q", got, plain.String())
			}
		})
	}
}
