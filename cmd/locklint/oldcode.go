package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/baseline"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
	"github.com/locklint/locklint/internal/since"
)

// oldCode says which findings are left out because they are not new.
type oldCode struct {
	baseline string // the file whose findings are known
	write    string // the file that the findings are written to
	newFrom  string // the revision of which the others are new

	known, before *baseline.Baseline // what the files hold; nil if there is none
	changes       *since.Changes     // since the revision; nil without one
}

func (o *oldCode) register(fs *flag.FlagSet) {
	fs.StringVar(&o.baseline, "baseline", "", "leave out the findings that are in `file`, and say how many of them are no longer reported")
	fs.StringVar(&o.write, "write-baseline", "", "write the findings to `file`, for -baseline, instead of reporting them")
	fs.StringVar(&o.newFrom, "new-from", "", "report only findings that lie in, or lead through, a function that has changed since `revision` of git, which may be a branch")
}

// wanted tells that findings are compared with older ones, or written down for that.
func (o *oldCode) wanted() bool { return o.baseline != "" || o.write != "" || o.newFrom != "" }

// read reads the files, and asks git, before anything is analysed.
func (o *oldCode) read() (err error) {
	if o.baseline != "" {
		if o.known, err = readBaseline(o.baseline); err != nil {
			return fmt.Errorf("baseline: %w", err)
		}
	}
	if o.write != "" && !isDevice(o.write) {
		// It is read for what is mended, and so that no file of another kind is written over.
		if o.before, err = readBaseline(o.write); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("baseline: %w", err)
		}
	}
	if o.newFrom != "" {
		if o.changes, err = since.Git(".", o.newFrom); err != nil {
			return fmt.Errorf("-new-from: %w", err)
		}
	}
	return nil
}

// isDevice tells what is no file and no directory: it may have no end, or wait for somebody who writes.
func isDevice(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

func readBaseline(name string) (*baseline.Baseline, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return baseline.Parse(name, data)
}

// An outcome is what was found, through whatever door.
type outcome struct {
	findings []finding.Record
	problems []string
	sources  *report.Sources
}

// finish leaves out what is old and prints the rest. It returns the exit status.
func (o *options) finish(stdout, stderr io.Writer, found outcome, rules []*analysis.Analyzer) int {
	mistakes, findings := partition(found.findings, isConfigMistake)
	findings, err := o.old.leaveOut(stderr, findings, o.load(), o.patterns, len(found.problems) == 0 && len(mistakes) == 0)
	if err == nil && o.old.changes != nil {
		findings, err = o.old.changed(stderr, findings, o.load(), o.patterns)
	}
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	found.findings = append(mistakes, findings...)
	return o.outputs.print(stdout, stderr, found, rules)
}

func partition(findings []finding.Record, first func(finding.Record) bool) (yes, no []finding.Record) {
	for _, f := range findings {
		if first(f) {
			yes = append(yes, f)
		} else {
			no = append(no, f)
		}
	}
	return yes, no
}

// leaveOut leaves out what is known, writes what is to be known from now on, and says what it did. Where not all was
// analysed nothing is written, and nothing taken for mended.
func (o *oldCode) leaveOut(stderr io.Writer, findings []finding.Record, load load.Config, patterns []string, all bool) ([]finding.Record, error) {
	var packages []string
	if all && (o.known != nil || o.before != nil) {
		var err error
		if packages, err = packagesNamed(load, patterns); err != nil {
			return nil, err
		}
	}
	if o.write != "" {
		if !all {
			fmt.Fprintf(stderr, "locklint: baseline %s: not written, since not everything was analysed\n", o.write)
			return findings, nil // what went wrong is said, and ends with a status of its own
		}
		written := baseline.Of(findings)
		if err := writeFile(o.write, written.Text()); err != nil {
			return nil, err
		}
		fmt.Fprintf(stderr, "locklint: baseline %s: %s written%s\n", o.write, count(written.Count(), "finding"), mended(o.before, findings, packages))
		return nil, nil
	}
	if o.known != nil {
		fresh := o.known.New(findings)
		text := fmt.Sprintf("locklint: baseline %s: %s left out", o.baseline, count(len(findings)-len(fresh), "known finding"))
		if more := mended(o.known, findings, packages); more != "" {
			text += more + " (-write-baseline takes them out of the file)"
		}
		fmt.Fprintln(stderr, text)
		findings = fresh
	}
	return findings, nil
}

// changed leaves out what lies in code that is as it was.
func (o *oldCode) changed(stderr io.Writer, findings []finding.Record, load load.Config, patterns []string) ([]finding.Record, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fresh, err := o.changes.New(ctx, load, patterns, findings)
	if err != nil {
		return nil, fmt.Errorf("-new-from: %w", err)
	}
	if old := len(findings) - len(fresh); old > 0 {
		fmt.Fprintf(stderr, "locklint: since %s: %s left out\n", o.newFrom, count(old, "older finding"))
	}
	return fresh, nil
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// mended says how many findings of a baseline are not there any more: mended, or silenced by a directive.
func mended(b *baseline.Baseline, findings []finding.Record, packages []string) string {
	if b == nil {
		return ""
	}
	if n := b.Mended(findings, packages); n > 0 {
		return fmt.Sprintf(", %d no longer reported", n)
	}
	return ""
}

// packagesNamed are the paths of the packages that were analysed, and of their external tests.
func packagesNamed(cfg load.Config, patterns []string) ([]string, error) {
	args := []string{"list", "-e", load.NoVCS}
	if cfg.Tags != "" {
		args = append(args, "-tags="+cfg.Tags)
	}
	if cfg.Mod != "" {
		args = append(args, "-mod="+cfg.Mod)
	}
	cmd := exec.Command("go", append(append(args, "--"), patterns...)...)
	cmd.Dir = cfg.Dir
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %v: %s", err, bytes.TrimSpace(wrong.Bytes()))
	}
	var paths []string
	for _, path := range strings.Fields(string(out)) {
		paths = append(paths, path)
		if cfg.Tests {
			paths = append(paths, path+"_test")
		}
	}
	return paths, nil
}
