// Package toy is a rule that is simple enough for one to know what each door must find with it: it
// reports calls of functions that lock a sync.Mutex, also through other functions and packages. It
// tests the drivers; nobody else sees it.
package toy

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/analyzers/directive"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

// Rules makes the set: the rule, the one about directives, and the configuration.
func Rules(e *engine.Engine) []*analysis.Analyzer {
	return []*analysis.Analyzer{New(e), directive.New(e, "toy"), e.Config}
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	facts := &analysis.Analyzer{
		Name:       "toyfacts",
		Doc:        "finds functions that lock",
		Requires:   []*analysis.Analyzer{e.Config},
		FactTypes:  []analysis.Fact{new(locks), new(lockers)},
		ResultType: reflect.TypeFor[*result](),
		Run:        findLockers,
	}
	return &analysis.Analyzer{
		Name:     "toy",
		Doc:      "reports calls of functions that lock\n\nIt is a toy.",
		URL:      "https://example.com/docs/rules/toy",
		Requires: []*analysis.Analyzer{e.Config, facts},
		Run: func(pass *analysis.Pass) (any, error) {
			return nil, report(pass, e.Settings(pass), pass.ResultOf[facts].(*result))
		},
	}
}

// locks is the fact of a function that locks; Via is how.
type locks struct{ Via string }

func (*locks) AFact()           {}
func (l *locks) String() string { return "locks via " + l.Via }

// lockers is the fact of a package; Names are its functions that lock.
type lockers struct{ Names []string }

func (*lockers) AFact()           {}
func (l *lockers) String() string { return "lockers " + strings.Join(l.Names, ",") }

// result tells how a function locks, "" if it is not known to.
type result struct {
	pass *analysis.Pass
	own  map[*types.Func]string
}

func (r *result) via(fn *types.Func) string {
	if via := r.own[fn.Origin()]; via != "" {
		return via
	}
	if fn.FullName() == "(*sync.Mutex).Lock" {
		return "sync"
	}
	var fact locks
	if fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), &fact) {
		return fact.Via
	}
	return ""
}

// lockers are the functions of another package that lock. As with via, the fact is asked for by the
// analyzer that declares it: go/analysis/checker shows it to no other.
func (r *result) lockers(pkg *types.Package) []string {
	var fact lockers
	r.pass.ImportPackageFact(pkg, &fact)
	return fact.Names
}

func findLockers(pass *analysis.Pass) (any, error) {
	r := &result{pass, make(map[*types.Func]string)}
	if !strings.HasPrefix(pass.Pkg.Path(), "ex.com/") {
		return r, nil // as the real rules do with the standard library, which go vet would analyse
	}
	for changed := true; changed; {
		changed = false
		eachFunc(pass, func(decl *ast.FuncDecl, fn *types.Func) {
			eachCall(pass, decl, func(call *ast.CallExpr, callee *types.Func) {
				if via := r.via(callee); via != "" && r.own[fn] == "" {
					r.own[fn] = via + " < " + callee.Name()
					changed = true
				}
			})
		})
	}
	var names []string
	eachFunc(pass, func(_ *ast.FuncDecl, fn *types.Func) {
		if via := r.own[fn]; via != "" {
			pass.ExportObjectFact(fn, &locks{via})
			names = append(names, fn.Name())
		}
	})
	if len(names) > 0 {
		slices.Sort(names)
		pass.ExportPackageFact(&lockers{names})
	}
	return r, nil
}

func report(pass *analysis.Pass, cfg config.Config, r *result) error {
	rep := finding.NewReporter(pass, cfg.Review)
	eachFunc(pass, func(decl *ast.FuncDecl, _ *types.Func) {
		eachCall(pass, decl, func(call *ast.CallExpr, callee *types.Func) {
			if callee.Name() == "PanicInToy" {
				panic("asked for")
			}
			if length, ok := constantSleep(pass, call, callee); ok && length > cfg.BlockingCall.Sleep {
				rep.Add(finding.Finding{
					Rule: "toy", Category: "sleep", Pos: call.Pos(), End: call.End(),
					Message: fmt.Sprintf("sleeps %v, longer than %v", length, cfg.BlockingCall.Sleep),
				})
			}
			via := r.via(callee)
			if via == "" {
				return
			}
			f := finding.Finding{
				Rule: "toy", Category: "call", Pos: call.Pos(), End: call.End(),
				Message:  fmt.Sprintf("call of %s locks via %s", callee.Name(), via),
				Timeline: []finding.Step{{Pos: call.Pos(), End: call.End(), What: "acquire", Text: finding.Text(pass.Fset, call)}},
			}
			if via == "sync" {
				f.Category, f.Sure = "direct", finding.Review
			}
			rep.Add(f)
		})
	})
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			name := pass.TypesInfo.PkgNameOf(spec)
			if name == nil {
				continue
			}
			if names := r.lockers(name.Imported()); names != nil {
				rep.Add(finding.Finding{
					Rule: "toy", Category: "import", Pos: spec.Pos(), End: spec.End(), Sure: finding.Likely,
					Message: "imports a package that locks", Assuming: strings.Join(names, " and ") + " are called",
				})
			}
		}
	}
	rep.Flush()
	return nil
}

// constantSleep shows that an option reaches the rules.
func constantSleep(pass *analysis.Pass, call *ast.CallExpr, callee *types.Func) (time.Duration, bool) {
	if callee.FullName() != "time.Sleep" {
		return 0, false
	}
	length := pass.TypesInfo.Types[call.Args[0]].Value
	if length == nil {
		return 0, false
	}
	n, ok := constant.Int64Val(length)
	return time.Duration(n), ok
}

func eachFunc(pass *analysis.Pass, f func(*ast.FuncDecl, *types.Func)) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				f(fn, pass.TypesInfo.Defs[fn.Name].(*types.Func))
			}
		}
	}
}

func eachCall(pass *analysis.Pass, decl *ast.FuncDecl, f func(*ast.CallExpr, *types.Func)) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if fn := typeutil.StaticCallee(pass.TypesInfo, call); fn != nil {
				f(call, fn)
			}
		}
		return true
	})
}
