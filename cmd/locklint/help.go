package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/locklint/locklint/internal/config"
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
	set := rules(e)
	if len(args) == 0 {
		fmt.Fprint(stdout, usage)
		for _, a := range set {
			if a != e.Config {
				title, _, _ := strings.Cut(a.Doc, "\n")
				fmt.Fprintf(stdout, "\t%-20s %s\n", a.Name, title)
			}
		}
		return statusClean
	}
	for _, name := range args {
		found := false
		for _, a := range set {
			if a.Name == name && a != e.Config {
				fmt.Fprintf(stdout, "%s: %s\n", a.Name, strings.TrimSpace(a.Doc))
				if a.URL != "" {
					fmt.Fprintf(stdout, "\n%s\n", a.URL)
				}
				found = true
			}
		}
		if !found {
			fmt.Fprintf(stderr, "locklint: there is no rule %q; locklint help lists them\n", name)
			return statusFailed
		}
	}
	return statusClean
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
