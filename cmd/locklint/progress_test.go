package main

import (
	"bytes"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

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
	p := startProgress(tty, 0, time.Millisecond)
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
	p := startProgress(tty, time.Hour, time.Hour)
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
	if startProgress(&bytes.Buffer{}, 0, 1) != nil || startProgress(pipe, 0, 1) != nil || startProgress(&fakeTerminal{}, 0, 1) != nil {
		t.Error("progress is shown to something that is no terminal")
	}
	t.Setenv("TERM", "dumb")
	if startProgress(&fakeTerminal{mode: fs.ModeCharDevice}, 0, 1) != nil {
		t.Error("progress is shown on a dumb terminal")
	}
	var p *progress
	p.show(1, 2, "ex.com/m/a")
	p.end()
}

// The whole run: what stays on the terminal is what a file would get.
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
	tty := &fakeTerminal{mode: fs.ModeCharDevice}
	var plain, out, again bytes.Buffer
	if got := standaloneWith(nil, &out, tty, toy.Rules, 0, time.Millisecond); got != statusFindings {
		t.Fatalf("status %d: %s", got, tty.written())
	}
	standaloneWith(nil, &again, &plain, toy.Rules, 0, time.Millisecond)
	if !strings.Contains(tty.written(), "0 of 1 packages, at ") {
		t.Errorf("no progress: %q", tty.written())
	}
	if got := strings.Join(screen(tty.written()), "\n"); got != plain.String() || out.String() != again.String() {
		t.Errorf("the terminal shows %q, a file gets %q", got, plain.String())
	}
}
