package main

import (
	"os"
	"testing"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/linttest/toy"
)

// programs are what this test binary can be: the program with its rules, and with a rule whose
// findings are easy to foresee.
var programs = map[string]func() int{
	"locklint": func() int { return run(os.Args[1:], os.Stdout, os.Stderr, toy.Rules) },
	"real":     func() int { return run(os.Args[1:], os.Stdout, os.Stderr, analyzers.On) },
	"nogo":     nogoLike,
}

func TestMain(m *testing.M) { linttest.Main(m, programs) }

func TestScripts(t *testing.T) { linttest.Scripts(t, "testdata/script/*.txtar", programs) }
