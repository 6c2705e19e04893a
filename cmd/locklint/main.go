// Locklint finds misused locks: locks of the process, of Redis, of a database, of a coordination
// service.
//
//	locklint [flags] [patterns]     analyse packages
//	locklint vet [flags] [patterns] the same through go vet and its cache
//	locklint explain FILE:LINE      what is known there: locks, transactions, calls
//	locklint explain pkg.Type.Method
//	locklint inventory [patterns]   every lock site, laid side by side; also of directories of modules
//	locklint help [rule]            what there is, or the page of a rule
//	locklint schema                 the JSON Schema of .locklint.yaml
//	locklint version
//
// Flags may stand before the word, too: locklint -C DIR explain FILE:LINE.
//
// It is a tool for go vet -vettool as well. Exit status: 0 nothing found, 1 something found, 2 the
// command line is wrong or something could not be loaded.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/edit"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/report"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, analyzers.On))
}

// A ruleSet makes the analyzers on an engine; the tests have their own.
type ruleSet func(*engine.Engine) []*analysis.Analyzer

// The exit statuses.
const (
	statusClean    = 0
	statusFindings = 1
	statusFailed   = 2
)

// run chooses the mode.
func run(args []string, stdout, stderr io.Writer, rules ruleSet) int {
	if isUnit(args) {
		return unit(rules)
	}
	watch := watcher{stderr, progressAfter, progressEvery} // it goes back to the beginning of its line, nothing else may
	stderr = report.Harmless(stderr)
	mode, args := modeOf(args)
	switch mode {
	case "help":
		return aside(mode, args, stdout, stderr, func(topics []string, w io.Writer) int { return help(topics, w, stderr, rules) })
	case "version":
		return aside(mode, args, stdout, stderr, func(_ []string, w io.Writer) int { return printVersion(w) })
	case "schema":
		return aside(mode, args, stdout, stderr, func(_ []string, w io.Writer) int { return printSchema(w, stderr) })
	case "explain":
		return explain(args, stdout, stderr, rules, watch)
	case "inventory":
		return inventoryMode(args, stdout, stderr, rules, watch)
	case "vet":
		return vet(args, stdout, stderr, rules, watch)
	}
	return standalone(args, stdout, stderr, rules, watch)
}

// modes are the words that may stand in the place of the first package.
func modes() []string { return []string{"help", "version", "schema", "explain", "inventory", "vet"} }

// misspelt is a hint where a package that cannot be found was probably meant to be a mode; else it is empty.
func misspelt(pattern string, problems []string) string {
	for _, mode := range modes() {
		missing := func(p string) bool { return strings.Contains(p, "package "+pattern+" is not in std") }
		if edit.Distance(pattern, mode) <= 2 && slices.ContainsFunc(problems, missing) {
			return fmt.Sprintf("there is no package %q: did you mean locklint %s?", pattern, mode)
		}
	}
	return ""
}

// modeOf takes the mode out of the arguments. Flags may stand before it as well as behind it: those of the mode, or else those of the
// standalone mode, so that it is the mode that says which of them it does not have.
func modeOf(args []string) (mode string, rest []string) {
	for _, mode := range append(modes(), "") {
		var o options
		fs := o.flagSet(mode, io.Discard)
		if err := fs.Parse(args); err != nil || fs.NArg() == 0 {
			continue
		}
		at := len(args) - fs.NArg()
		word := args[at]
		if at > 0 && args[at-1] == "--" || word != mode && (mode != "" || !slices.Contains(modes(), word)) {
			continue
		}
		return word, slices.Concat(args[:at], args[at+1:])
	}
	return "", args
}

// aside runs a mode that analyses nothing.
func aside(mode string, args []string, stdout, stderr io.Writer, run func(args []string, stdout io.Writer) int) int {
	var o options
	fs := o.flagSet(mode, stderr)
	if err := parseFlags(fs, args); err != nil {
		return usageStatus(err)
	}
	if mode != "help" && fs.NArg() > 0 {
		fmt.Fprintf(stderr, "locklint: %s takes no arguments, only flags: what is %q?\n", mode, fs.Arg(0))
		return statusFailed
	}
	err := o.enter()
	if err == nil {
		return o.outputs.redirect(stdout, stderr, func(w io.Writer) int { return run(fs.Args(), w) })
	}
	fmt.Fprintf(stderr, "locklint: %v\n", err)
	return statusFailed
}
