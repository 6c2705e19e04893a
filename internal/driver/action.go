package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An action is one analyzer on one package.
type action struct {
	result      any
	err         error
	diagnostics []analysis.Diagnostic
}

// errPrerequisite: an analyzer that this one requires failed, and was complained about already.
var errPrerequisite = errors.New("failed prerequisite")

// A runner runs analyzers on one package, each once, one after the other: the packages are what
// runs in parallel.
type runner struct {
	sweep   *sweep
	node    *node
	actions map[*analysis.Analyzer]*action
	failed  []*analysis.Analyzer // by themselves, in the order in which they ran
	local   *localFacts
	view    *factView
}

func newRunner(s *sweep, n *node) *runner {
	local := new(localFacts)
	return &runner{
		sweep:   s,
		node:    n,
		actions: make(map[*analysis.Analyzer]*action),
		local:   local,
		view:    s.facts.view(n.unit.Types, local),
	}
}

func (r *runner) run(a *analysis.Analyzer) *action {
	if act := r.actions[a]; act != nil {
		return act
	}
	act := new(action)
	r.actions[a] = act
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		dep := r.run(req)
		if dep.err != nil {
			act.err = errPrerequisite
		}
		inputs[req] = dep.result
	}
	if act.err != nil {
		return act
	}
	r.call(a, act, inputs)
	if act.err != nil {
		r.failed = append(r.failed, a)
	}
	return act
}

// call runs the analyzer itself. A panic is an error of this analyzer on this package: one mistake
// in one rule must not cost the findings of all others.
func (r *runner) call(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) {
	defer func() {
		if e := recover(); e != nil {
			act.err = errors.New(describePanic(e))
		}
	}()
	pass := r.pass(a, act, inputs)
	act.result, act.err = a.Run(pass)
	pass.ExportObjectFact, pass.ExportPackageFact = nil, nil // calls after Run are mistakes
	if got, want := reflect.TypeOf(act.result), a.ResultType; act.err == nil && got != want {
		act.err = fmt.Errorf("returned a result of type %v, but declared %v", got, want)
	}
}

func (r *runner) pass(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) *analysis.Pass {
	unit, pkg := r.node.unit, r.node.pkg
	return &analysis.Pass{
		Analyzer:          a,
		Fset:              r.sweep.checker.Fset,
		Files:             unit.Files,
		Pkg:               unit.Types,
		TypesInfo:         unit.Info,
		TypesSizes:        r.sweep.graph.Sizes,
		Module:            pkg.Module,
		ResultOf:          inputs,
		Report:            func(d analysis.Diagnostic) { act.diagnostics = append(act.diagnostics, d) },
		ReadFile:          r.readFile,
		ImportObjectFact:  func(obj types.Object, ptr analysis.Fact) bool { return r.view.importObject(a, obj, ptr) },
		ExportObjectFact:  func(obj types.Object, fact analysis.Fact) { r.view.exportObject(a, obj, fact) },
		ImportPackageFact: func(pkg *types.Package, ptr analysis.Fact) bool { return r.view.importPackage(a, pkg, ptr) },
		ExportPackageFact: func(fact analysis.Fact) { r.view.exportPackage(a, fact) },
		AllObjectFacts:    func() []analysis.ObjectFact { return r.view.allObjects(a) },
		AllPackageFacts:   func() []analysis.PackageFact { return r.view.allPackages(a) },
	}
}

// readFile reads a file of the package, and no other, as the contract of Pass.ReadFile wants it.
func (r *runner) readFile(name string) ([]byte, error) {
	for _, f := range r.node.unit.Files {
		if r.sweep.checker.Fset.File(f.FileStart).Name() == name {
			return os.ReadFile(name)
		}
	}
	return nil, fmt.Errorf("%s is no file of package %s", name, r.node.pkg.Path)
}

// Results give access to what the analyzers returned for one package.
type Results struct {
	Fset   *token.FileSet
	Pkg    *types.Package
	Files  []*ast.File
	runner *runner
}

// Of is the result of the analyzer, or nil if it did not run or failed.
func (r *Results) Of(a *analysis.Analyzer) any {
	if act := r.runner.actions[a]; act != nil && act.err == nil {
		return act.result
	}
	return nil
}

// describePanic says what went wrong and where, without goroutine numbers and addresses: the text
// must not differ between two runs.
func describePanic(value any) string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf("panic: %v (in %s, %s:%d)", value, frame.Function, filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return fmt.Sprintf("panic: %v", value)
		}
	}
}
