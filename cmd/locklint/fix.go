package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/report"
)

// fixing says what to do with the fixes that findings suggest.
type fixing struct{ apply, diff bool }

func (f *fixing) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.apply, "fix", false, "apply the fixes that findings suggest, then report what is left")
	fs.BoolVar(&f.diff, "diff", false, "print the fixes as a diff instead, and nothing else; exit with 1 if there are any")
}

// fix applies the fixes, or shows them. over tells that this was all that was wanted, with the exit status that
// follows.
//
// go vet does it, with this program as its tool: it looks at each file once, whatever variants of its package there are,
// and leaves out fixes that collide, and files of other modules.
func (o *options) fix(cfg config.Config, stdout, stderr io.Writer) (over bool, status int) {
	if !o.fixing.apply && !o.fixing.diff {
		return false, statusClean
	}
	flags := []string{"-fix"}
	if o.fixing.diff {
		flags = append(flags, "-diff")
	}
	var diff, wrong bytes.Buffer
	cmd, err := o.goVet(cfg, flags...)
	if err == nil {
		cmd.Stdout, cmd.Stderr = &diff, &wrong
		err = cmd.Run()
	}
	if isTerminal(stdout) { // elsewhere every byte counts: it is to be applied
		stdout = report.Harmless(stdout)
	}
	stdout.Write(diff.Bytes())
	// With a diff go vet fails as well; where it fails because of something else it says so.
	said := remarks(wrong.String())
	if _, exited := err.(*exec.ExitError); err != nil && (!exited || said != "" || diff.Len() == 0) {
		fmt.Fprintf(stderr, "%slocklint: go vet -fix: %v\n", said, err)
		return true, statusFailed
	}
	if diff.Len() > 0 {
		return true, statusFindings
	}
	if o.fixing.diff {
		fmt.Fprintln(stderr, "locklint: no finding has a fix")
	}
	return o.fixing.diff, statusClean
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
