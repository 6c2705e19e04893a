// Locklint finds misused locks: locks of the process, of Redis, of a database, of a coordination
// service.
//
//	locklint [flags] [patterns]     analyse packages
//	locklint vet [flags] [patterns] the same through go vet and its cache
//	locklint explain FILE:LINE      what is known there: locks, transactions, calls
//	locklint explain pkg.Type.Method
//	locklint help [rule]            what there is, or the page of a rule
//	locklint schema                 the JSON Schema of .locklint.yaml
//	locklint version
//
// It is a tool for go vet -vettool as well. Exit status: 0 nothing found, 1 something found, 2 the
// command line is wrong or something could not be loaded.
package main

import (
	"io"
	"os"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/engine"
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
	mode := ""
	if len(args) > 0 {
		mode = args[0]
	}
	switch mode {
	case "help":
		return help(args[1:], stdout, stderr, rules)
	case "version":
		return printVersion(stdout)
	case "schema":
		return printSchema(stdout, stderr)
	case "explain":
		return explain(args[1:], stdout, stderr, rules)
	case "vet":
		return vet(args[1:], stdout, stderr, rules)
	}
	return standalone(args, stdout, stderr, rules)
}
