package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// fixing says what to do with the fixes that findings suggest.
type fixing struct{ apply, diff bool }

func (f *fixing) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.apply, "fix", false, "apply the fixes that findings suggest, then report what is left")
	fs.BoolVar(&f.diff, "diff", false, "print the fixes as a diff instead, and nothing else; exit with 1 if there are any")
}

// wanted tells that fixes are to be made at all.
func (f fixing) wanted() bool { return f.apply || f.diff }

// fix applies the fixes, or shows them. over tells that this was all that was wanted, with the exit status that
// follows. graph is what was listed.
func (o *options) fix(cfg config.Config, graph *load.Graph, stdout, stderr io.Writer) (over bool, status int) {
	patches, said, err := o.patches(cfg)
	if o.fixing.diff {
		if isTerminal(stdout) { // elsewhere every byte counts: it is to be applied
			stdout = report.Harmless(stdout)
		}
		for _, p := range patches {
			io.WriteString(stdout, p.text)
		}
	} else {
		if err != nil {
			err = fmt.Errorf("%w; no file was changed", err)
		} else {
			patches = ofMain(graph, patches)
			err = writePatches(patches)
		}
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "%slocklint: go vet -fix: %v\n", said, err)
		return true, statusFailed
	case !o.fixing.diff:
		here, _ := os.Getwd() // without it the names are absolute
		for _, p := range patches {
			fmt.Fprintf(stderr, "locklint: fixed %s\n", report.Rel(here, p.name))
		}
		return false, statusClean
	case len(patches) == 0:
		fmt.Fprintln(stderr, "locklint: no finding has a fix")
	default:
		status = statusFindings
	}
	return true, max(status, o.catalogMistakes(cfg, stderr))
}

// patches are the fixes, and what else go vet says.
//
// It makes them, with this program as its tool: it looks at each file once, whatever variants of its package there are,
// and leaves out fixes that collide. It is not let write them: it would empty a file before it fills it again, and
// follow links.
func (o *options) patches(cfg config.Config) (patches []patch, said string, err error) {
	cmd, err := o.goVet(cfg, "-fix", "-diff")
	if err != nil {
		return nil, "", err
	}
	var diff, wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = &diff, &wrong
	failed := cmd.Run()
	patches, err = parsePatches(diff.String())
	// With a diff go vet fails as well; where it fails because of something else it says so.
	said = remarks(wrong.String())
	if _, exited := failed.(*exec.ExitError); failed != nil && (!exited || said != "" || diff.Len() == 0) {
		err = errors.Join(failed, err)
	}
	return patches, said, err
}

// ofMain leaves out what is to be changed in other modules.
func ofMain(graph *load.Graph, patches []patch) []patch {
	ours := map[string]bool{}
	for _, p := range graph.Packages {
		for _, name := range p.Files {
			ours[name] = ours[name] || p.Main
		}
	}
	return slices.DeleteFunc(patches, func(p patch) bool { return !ours[p.name] })
}

// remarks is what go vet said, but for the names of the packages that it writes above what it says of them.
func remarks(stderr string) string {
	var out strings.Builder
	for line := range strings.Lines(stderr) {
		if !strings.HasPrefix(line, "# ") {
			out.WriteString(line)
		}
	}
	return out.String()
}
