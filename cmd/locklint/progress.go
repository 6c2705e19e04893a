package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/locklint/locklint/internal/collector"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/finding"
)

// A watcher goes with long runs: it says how far they have come, and sets the garbage collector for them.
type watcher struct {
	terminal     io.Writer     // shows how far a run has come, if it is one
	after, every time.Duration // from when on, and how often
}

// How long a run must take to be a long one, and how often the line is written.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// drive runs the driver.
func (w watcher) drive(ctx context.Context, run driver.Options, patterns ...string) (*driver.Result, error) {
	life := collector.Ease()
	defer life.Over()
	progress := w.progress()
	defer progress.end()
	run.Sized, run.Progress = life.Expect, progress.show
	return driver.Run(ctx, run, patterns...)
}

// A progress says on a terminal how far a long run has come: one line, which is gone at the end. A nil
// progress says nothing.
type progress struct {
	w    io.Writer
	stop chan struct{}
	done chan struct{}

	mu    sync.Mutex // guards the terminal too
	line  string
	shown int // how much of the line of the terminal is ours
}

// progress starts one, if the terminal is one that knows how to go back to the beginning of a line.
func (w watcher) progress() *progress {
	if !isTerminal(w.terminal) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: w.terminal, stop: make(chan struct{}), done: make(chan struct{})}
	go p.run(w.after, w.every)
	return p
}

// show says how many packages are done, and which one is at work, or "" where that is not known.
func (p *progress) show(done, all int, pkgPath string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = fmt.Sprintf("%d of %d packages", done, all)
	if pkgPath != "" {
		p.line += ", at " + finding.Printable(pkgPath)
	}
}

// counting shows that another of all packages is done with each tree of go vet -json that is written to out.
func (p *progress) counting(out io.Writer, all int) io.Writer {
	if p == nil {
		return out
	}
	p.show(0, all, "")
	return &treeCounter{progress: p, out: out, all: all}
}

// A treeCounter counts the trees that go vet -json writes: one for each package, whose last line is a brace, or that is empty.
type treeCounter struct {
	progress  *progress
	out       io.Writer
	done, all int
}

func (c *treeCounter) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) { // the go command writes whole trees
		if text := string(bytes.TrimSuffix(line, []byte("\n"))); text == "}" || text == "{}" {
			c.done++
		}
	}
	c.progress.show(min(c.done, c.all), c.all, "")
	return c.out.Write(b)
}

// beside is for others that write whole lines to the same terminal meanwhile.
func (p *progress) beside(w io.Writer) io.Writer {
	if p == nil {
		return w
	}
	return lineBeside{p, w}
}

type lineBeside struct {
	progress *progress
	w        io.Writer
}

func (l lineBeside) Write(b []byte) (int, error) {
	l.progress.mu.Lock()
	defer l.progress.mu.Unlock()
	l.progress.clear()
	return l.w.Write(b)
}

// progressWidth is what fits on every terminal.
const progressWidth = 79

func (p *progress) run(after, every time.Duration) {
	defer close(p.done)
	wait := after
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(wait):
		}
		wait = every
		p.draw()
	}
}

// draw puts the line over the last one.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := p.line
	if len(line) > progressWidth {
		line = line[:progressWidth-3] + "..."
	}
	if line != "" {
		p.over(line)
	}
}

func (p *progress) over(line string) {
	pad := strings.Repeat(" ", max(0, p.shown-len(line)))
	fmt.Fprintf(p.w, "\r%s%s", line, pad)
	p.shown = len(line)
}

// clear takes the line away, until the next one is drawn.
func (p *progress) clear() {
	if p.shown > 0 {
		p.over("")
		fmt.Fprint(p.w, "\r")
	}
}

// end takes the line away for good.
func (p *progress) end() {
	if p != nil {
		close(p.stop)
		<-p.done
		p.clear()
	}
}
