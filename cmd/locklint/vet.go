package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/report"
)

// vet runs go vet with this program as its tool and with the configuration inline, so that it is
// part of go vet's cache key. The findings come as JSON and are printed as by the standalone mode:
// the text of go vet comes in another order each time, without the timeline's lines in place.
func vet(args []string, stdout, stderr io.Writer, rules ruleSet, watch watcher) int {
	var opts options
	cfg, err := opts.parse("vet", args, stderr)
	if err != nil {
		return usageStatus(err)
	}
	graph, ok := opts.listed(stderr)
	if !ok {
		return statusFailed
	}
	if opts.fixing.wanted() {
		if over, status := opts.fix(cfg, graph, stdout, stderr); over {
			return status
		}
	}
	cmd, err := opts.goVet(cfg, "-json")
	if err != nil {
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	var out bytes.Buffer
	progress := watch.progress()
	cmd.Stdout, cmd.Stderr = progress.counting(&out, len(graph.Roots())), progress.beside(stderr)
	failed := cmd.Run()
	progress.end()
	findings, errs, err := report.ParseJSON(out.Bytes())
	if err != nil {
		stderr.Write(out.Bytes())
		fmt.Fprintf(stderr, "locklint: %v\n", err)
		return statusFailed
	}
	if failed != nil { // with -json go vet fails only if something could not be loaded
		errs = append(errs, fmt.Sprintf("go vet: %v", failed))
	}
	sources := sourcesOf(graph.Roots())
	return opts.finish(stdout, stderr, outcome{finding.Sort(named(findings, sources)), errs, sources}, rules(engine.New(cfg)))
}

// named fills in what the tree of go vet does not carry and the stable ids need: the path of the package without
// the test that it was compiled for, and the function around a finding.
func named(findings []finding.Record, sources *report.Sources) []finding.Record {
	fset := token.NewFileSet()
	files := map[string]*ast.File{}
	for i := range findings {
		f := &findings[i]
		f.PkgPath, _, _ = strings.Cut(f.PkgPath, " [")
		file, ok := files[f.Pos.Filename]
		if !ok {
			if src := sources.File(f.Pos.Filename); src != nil {
				file, _ = parser.ParseFile(fset, f.Pos.Filename, src, parser.SkipObjectResolution) // in parts if it has mistakes
			}
			files[f.Pos.Filename] = file
		}
		if file == nil {
			continue
		}
		if at := fset.File(file.FileStart); f.Pos.Line >= 1 && f.Pos.Line <= at.LineCount() {
			f.Func = finding.Enclosing(file, at.LineStart(f.Pos.Line)+token.Pos(f.Pos.Column-1))
		}
	}
	return findings
}

// goVet is go vet with this program as its tool and the configuration inline, so that it is part of go vet's cache key.
// The order of the flags matters: -json last, as in a bare go vet, shares the entries of its cache.
func (o *options) goVet(cfg config.Config, flags ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"vet", "-vettool=" + self}
	if o.tags != "" {
		args = append(args, "-tags="+o.tags)
	}
	if o.mod != "" {
		args = append(args, "-mod="+o.mod)
	}
	if doc := cfg.Canonical(); doc != "" {
		args = append(args, "-config="+doc)
	}
	args = append(append(args, flags...), "--")
	cmd := exec.Command("go", append(args, o.patterns...)...)
	cmd.Dir = o.module
	// The configuration is known: the tool must not look for one where the go command or the package stands.
	cmd.Env = append(cmd.Environ(), configVariable+"={}")
	return cmd, nil
}
