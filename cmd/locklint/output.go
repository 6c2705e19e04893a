package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/document"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/report"
)

// outputs are where the findings go and how they are printed.
type outputs struct {
	format string           // of the main output
	file   string           // where it goes; "" is standard output
	more   []output         // beside it
	colour string           // auto, always or never
	failOn finding.Sureness // the least sure findings that make the run fail
}

// An output is a file and its format.
type output struct{ format, file string }

// register declares the flags.
func (o *outputs) register(fs *flag.FlagSet) {
	o.format, o.colour, o.failOn = "text", "auto", finding.Review
	formats := report.Formats()
	fs.Func("format", "print the findings as `format`: "+strings.Join(formats, ", ")+" (default text)", func(text string) error {
		return choose(&o.format, text, formats)
	})
	shorthand := func(format, doc string) {
		fs.BoolFunc(format, doc, func(text string) error {
			on, err := strconv.ParseBool(text)
			if on {
				o.format = format
			}
			return err
		})
	}
	shorthand("json", "-format=json: as go vet -json does")
	shorthand("sarif", "-format=sarif: a log in SARIF 2.1.0")
	fs.Func("o", "write the findings to `file` instead of standard output; FORMAT=FILE writes one more output and can be given several times", o.addFile)
	fs.Func("color", "`when` text is coloured: auto (on a terminal, unless NO_COLOR is set), always, never (default auto)", func(text string) error {
		return choose(&o.colour, text, []string{"auto", "always", "never"})
	})
	fs.Func("fail-on", "exit with 1 only if a finding is at least this `sure`: certain, likely, review (default review: any finding)", o.setFailOn)
}

func choose(to *string, text string, words []string) error {
	if !slices.Contains(words, text) {
		return fmt.Errorf("there is no such word%s", document.Nearest(text, words))
	}
	*to = text
	return nil
}

func (o *outputs) setFailOn(text string) error {
	grades := []finding.Sureness{finding.Certain, finding.Likely, finding.Review}
	var word string
	var words []string
	for _, g := range grades {
		words = append(words, g.String())
	}
	if err := choose(&word, text, words); err != nil {
		return err
	}
	o.failOn = grades[slices.Index(words, word)]
	return nil
}

// addFile reads what -o gives: FILE or FORMAT=FILE.
func (o *outputs) addFile(text string) error {
	format, file, ok := strings.Cut(text, "=")
	switch {
	case text == "" || ok && file == "":
		return fmt.Errorf("there is no name of a file")
	case ok && !strings.ContainsAny(format, `./\`):
		var out output
		if err := choose(&out.format, format, report.Formats()); err != nil {
			return fmt.Errorf("what stands before = is a format, write ./%s for a file of this name: %w", text, err)
		}
		out.file = file
		o.more = append(o.more, out)
	case o.file != "":
		return fmt.Errorf("the findings go to %s already: name the format of the other output, as in -o sarif=%s", o.file, text)
	default:
		o.file = text
	}
	return nil
}

// clash tells of two outputs that go to one place.
func (o *outputs) clash() error {
	seen := map[string]bool{}
	for _, out := range append([]output{{o.format, o.file}}, o.more...) {
		place, shown := "", "standard output"
		if out.file != "" && out.file != "-" {
			if isDevice(out.file) {
				continue
			}
			place, shown = filepath.Clean(out.file), out.file
		}
		if seen[place] {
			return fmt.Errorf("two outputs go to %s: give one of them another file with -o FORMAT=FILE", shown)
		}
		seen[place] = true
	}
	return nil
}

// print prints a run everywhere and returns the exit status. That an entry of the catalogue is wrong comes as a
// finding in each package that imports what it speaks of; but for the JSON, which is go vet's, it is one problem.
func (o *outputs) print(stdout, stderr io.Writer, found outcome, rules []*analysis.Analyzer) int {
	findings, problems := found.findings, append(configMistakes(found.findings), found.problems...)
	dir, _ := os.Getwd() // without it the names stay absolute
	run := report.Run{Problems: problems, Version: version(), Dir: dir, Root: repositoryRoot(dir), Sources: found.sources}
	run.Rules = slices.DeleteFunc(slices.Clone(rules), func(a *analysis.Analyzer) bool { return a.Name == engine.ConfigName })
	status := statusClean
	for _, out := range append([]output{{o.format, o.file}}, o.more...) {
		run.Findings = findings
		if out.format != "json" {
			run.Findings = slices.DeleteFunc(slices.Clone(findings), isConfigMistake)
		}
		if err := o.write(stdout, out, run); err != nil {
			fmt.Fprintf(stderr, "locklint: %v\n", err)
			status = statusFailed
		}
	}
	for _, p := range problems {
		fmt.Fprintf(stderr, "locklint: %s\n", p)
		status = statusFailed
	}
	if status == statusClean && slices.ContainsFunc(findings, func(f finding.Record) bool { return report.Sure(f) <= o.failOn }) {
		status = statusFindings
	}
	return status
}

// write writes one output. A file is written as a whole: programs that wait for it must not see a half.
func (o *outputs) write(stdout io.Writer, out output, run report.Run) error {
	if out.file == "" || out.file == "-" {
		if style := o.style(stdout); out.format == "text" && style.snippets {
			return report.Terminal(stdout, run, style.colour)
		}
		return report.Write(stdout, out.format, run)
	}
	var buf bytes.Buffer
	if err := report.Write(&buf, out.format, run); err != nil {
		return err
	}
	return writeFile(out.file, buf.Bytes())
}

// redirect runs what prints something else than findings, to the file of -o if there is one.
func (o *outputs) redirect(stdout, stderr io.Writer, run func(io.Writer) int) int {
	if o.file == "" || o.file == "-" {
		return run(stdout)
	}
	var buf bytes.Buffer
	status := run(&buf)
	if err := writeFile(o.file, buf.Bytes()); err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	return status
}

// A style is how text looks.
type style struct{ snippets, colour bool }

// style follows from the flag, from where the text goes and from the environment.
func (o *outputs) style(w io.Writer) style {
	terminal := isTerminal(w)
	switch o.colour {
	case "always":
		return style{true, true}
	case "never":
		return style{terminal, false}
	}
	dumb := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
	return style{terminal, terminal && !dumb}
}

// isTerminal tells a terminal. (The null device passes for one; it does not mind.)
func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Stat() (os.FileInfo, error) }) // of os.File, and of a test
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// repositoryRoot is the directory that programs which read a report take names of files to be relative to.
func repositoryRoot(dir string) string {
	for up := range upwards(dir) {
		if exists(filepath.Join(up, ".git")) {
			return up
		}
	}
	return dir
}
