package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
	"github.com/locklint/locklint/internal/engine"
)

const usage = `locklint finds misused locks: of the process, of Redis, of a database, of a coordination service.

usage:
	locklint [flags] [patterns]      analyse packages; flags: locklint -h
	locklint vet [flags] [patterns]  the same through go vet and its cache
	locklint explain FILE:LINE       what is known there: locks, transactions, calls, why nothing is reported
	locklint explain pkg.Type.Method what a function is believed to do; flags: locklint explain -h
	locklint inventory [DIR]         every lock site, laid side by side; flags: locklint inventory -h
	locklint help [rule]             this text, or the page of a rule
	locklint schema                  the JSON Schema of .locklint.yaml, for editors
	locklint version

-C DIR may stand before each of these words or behind it.

exit status: 0 nothing found, 1 something found, 2 wrong command line or configuration, or something could not be loaded

rules:
`

// help prints what there is, or the page of a rule.
func help(args []string, stdout, stderr io.Writer, rules ruleSet) int {
	e := engine.New(config.Default())
	set := slices.DeleteFunc(rules(e), func(a *analysis.Analyzer) bool { return a == e.Config })
	if len(args) == 0 {
		fmt.Fprint(stdout, usage)
		for _, a := range set {
			title, _, _ := strings.Cut(a.Doc, "\n")
			fmt.Fprintf(stdout, "\t%-20s %s\n", a.Name, title)
		}
		return statusClean
	}
	var names []string
	for _, a := range set {
		names = append(names, a.Name)
	}
	for _, arg := range args {
		if slices.Contains(modes(), arg) {
			printCommand(stdout, arg)
			continue
		}
		name, _, _ := strings.Cut(arg, "/") // a finding names its category, too
		i := slices.Index(names, name)
		if i < 0 {
			fmt.Fprintf(stderr, "locklint: there is no rule %q%s\n", name, document.Nearest(name, names))
			return statusFailed
		}
		fmt.Fprintf(stdout, "%s: %s\n", name, strings.TrimSpace(set[i].Doc))
		if set[i].URL != "" {
			fmt.Fprintf(stdout, "\n%s\n", set[i].URL)
		}
	}
	return statusClean
}

// printCommand prints what the usage says of a command.
func printCommand(stdout io.Writer, name string) {
	for line := range strings.Lines(usage) {
		if strings.HasPrefix(line, "\tlocklint "+name) {
			fmt.Fprint(stdout, strings.TrimPrefix(line, "\t"))
		}
	}
	fmt.Fprintf(stdout, "\nlocklint %s -h lists its flags\n", name)
}

func printSchema(stdout, stderr io.Writer) int {
	text, err := config.Schema()
	if err == nil {
		_, err = stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	return statusClean
}

func printVersion(stdout io.Writer) int {
	goVersion := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
	}
	fmt.Fprintf(stdout, "locklint %s %s\n", version(), goVersion)
	return statusClean
}

// version is the version of the program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
