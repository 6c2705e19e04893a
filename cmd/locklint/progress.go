package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/locklint/locklint/internal/finding"
)

// A progress says on a terminal how far a long run has come: one line, which is gone at the end. A nil
// progress says nothing.
type progress struct {
	w    io.Writer
	stop chan struct{}
	done chan struct{}

	mu   sync.Mutex
	line string
}

// How long a run must take to be a long one, and how often the line is written.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// startProgress starts one, if w is a terminal that knows how to go back to the beginning of a line.
func startProgress(w io.Writer, after, every time.Duration) *progress {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: w, stop: make(chan struct{}), done: make(chan struct{})}
	go p.run(after, every)
	return p
}

// show is for driver.Options.
func (p *progress) show(done, all int, pkgPath string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = finding.Printable(fmt.Sprintf("%d of %d packages, at %s", done, all, pkgPath))
}

// progressWidth is what fits on every terminal.
const progressWidth = 79

func (p *progress) run(after, every time.Duration) {
	defer close(p.done)
	shown := 0
	// write puts a line over the last one.
	write := func(line string) {
		pad := strings.Repeat(" ", max(0, shown-len(line)))
		fmt.Fprintf(p.w, "\r%s%s", line, pad)
		shown = len(line)
	}
	defer func() {
		if shown > 0 {
			write("")
			fmt.Fprint(p.w, "\r")
		}
	}()
	wait := after
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(wait):
		}
		wait = every
		p.mu.Lock()
		line := p.line
		p.mu.Unlock()
		if len(line) > progressWidth {
			line = line[:progressWidth-3] + "..."
		}
		if line != "" {
			write(line)
		}
	}
}

// end takes the line away.
func (p *progress) end() {
	if p != nil {
		close(p.stop)
		<-p.done
	}
}
