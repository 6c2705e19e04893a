package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/report"
)

// vet runs go vet with this program as its tool and with the configuration inline, so that it is
// part of go vet's cache key. The findings come as JSON and are printed as by the standalone mode:
// the text of go vet comes in another order each time, without the timeline's lines in place.
func vet(args []string, stdout, stderr io.Writer) int {
	var opts options
	cfg, err := opts.parse("vet", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	var out bytes.Buffer
	cmd := exec.Command("go", vetArgs(opts, self, cfg.Canonical())...)
	cmd.Stdout, cmd.Stderr = &out, stderr
	// The configuration is known: the tool must not look for one where the go command or the package stands.
	cmd.Env = append(os.Environ(), configVariable+"={}")
	failed := cmd.Run()
	findings, errs, err := report.ParseJSON(out.Bytes())
	if err != nil {
		stderr.Write(out.Bytes())
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	status := printFindings(stdout, stderr, opts.json, finding.Sort(findings))
	for _, e := range errs {
		fmt.Fprintf(stderr, "locklint: %s\n", e)
		status = statusFailed
	}
	if failed != nil { // with -json go vet fails only if something could not be loaded
		fmt.Fprintf(stderr, "locklint: go vet: %v\n", failed)
		status = statusFailed
	}
	return status
}

// vetArgs is the command line of go vet. The order matters: -json last, as in a bare go vet, shares
// the entries of its cache.
func vetArgs(opts options, self, config string) []string {
	args := []string{"vet", "-vettool=" + self}
	if opts.tags != "" {
		args = append(args, "-tags="+opts.tags)
	}
	if opts.mod != "" {
		args = append(args, "-mod="+opts.mod)
	}
	if config != "" {
		args = append(args, "-config="+config)
	}
	args = append(args, "-json", "--")
	return append(args, opts.patterns...)
}
