package catalog

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
)

// modules are the directories with the real libraries; several, so that versions do not fight. What none of
// them names is in the first one.
var modules = []struct {
	dir   string
	has   []string // packages whose path is one of these, or lies below one, are of this module
	other []string // packages of which this module has another version, for what the first does not have
}{
	{"catalog", nil, nil},
	{"catalogredis", []string{redis8, redis7, redis6, redigoPkg, rueidisPkg, godissonPkg, consulPkg, zkPkg, dynamolockPkg, pglockPkg}, nil},
	{"catalogsql", []string{pgx4Pkg, pgx4ConnPkg, entDialectPkg, bunPkg, xormPkg, gorpPkg, gorp2Pkg, beegoPkg, squirrelPkg, mongo1Pkg, mongo2Pkg, bboltPkg, badgerPkg}, nil},
	{"catalogout", []string{kafkaGoPkg, saramaPkg, natsPkg, amqpPkg, rocketPkg, asynqPkg, "github.com/stripe", "github.com/aws", sshPkg, grpcPkg, restPkg}, []string{rueidisPkg}},
	{"catalogframe", []string{"github.com/zeromicro/go-zero", "github.com/gogf/gf"}, nil},
	{"cases", []string{entSample}, nil},
}

// entSample is a client that ent generated.
const entSample = "locklintcases/okenclient/ent"

// moduleOf is the index of the module that has the package.
func moduleOf(path string) int {
	best, length := 0, 0
	for i, m := range modules {
		for _, h := range m.has {
			if (path == h || strings.HasPrefix(path, h+"/")) && len(h) > length {
				best, length = i, len(h)
			}
		}
	}
	return best
}

// The libraries, loaded once: the types of every package in the catalogue, the samples of families, and the
// programs in the directories "use", with their syntax.
var loaded struct {
	once  sync.Once
	types map[string]*types.Package
	other map[string]*types.Package
	uses  []*packages.Package
	err   error
}

// samples are packages of families, and of code that is generated.
var samples = []string{"github.com/aws/aws-sdk-go-v2/service/sqs", "github.com/stripe/stripe-go/v83/paymentintent", entSample}

func loadLibraries(t *testing.T) map[string]*types.Package {
	t.Helper()
	loaded.once.Do(func() {
		start := time.Now()
		loaded.types, loaded.other = map[string]*types.Package{}, map[string]*types.Package{}
		paths := make([][]string, len(modules))
		for _, p := range append(Standard().Packages(), samples...) {
			i := moduleOf(p)
			paths[i] = append(paths[i], p)
		}
		for i, m := range modules {
			if m.dir != "cases" {
				paths[i] = append(paths[i], "./use")
			}
			if loaded.err = load(m.dir, slices.Concat(paths[i], m.other)...); loaded.err != nil {
				return
			}
		}
		t.Logf("%d packages of %d modules typed in %v", len(loaded.types), len(modules), time.Since(start).Round(time.Millisecond))
	})
	if loaded.err != nil {
		t.Fatal(loaded.err)
	}
	return loaded.types
}

// load adds the packages of one module. Types come from source without the bodies of functions: that needs no build
// of the libraries.
func load(dir string, paths ...string) error {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedImports | packages.NeedDeps |
			packages.NeedSyntax | packages.NeedTypesInfo,
		Dir:       filepath.Join("../../testdata", dir),
		Env:       append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off"),
		ParseFile: parseWithoutBodies,
	}
	pkgs, err := packages.Load(cfg, paths...)
	if err != nil {
		return fmt.Errorf("the libraries of %s cannot be loaded (is the module proxy within reach? try 'go mod download' there): %w", dir, err)
	}
	for _, p := range pkgs {
		errs := slices.DeleteFunc(p.Errors, bodyMissing)
		if len(errs) > 0 || p.Types == nil {
			return fmt.Errorf("%s of %s cannot be loaded (is the module proxy within reach? try 'go mod download' there): %v", p.PkgPath, dir, errs)
		}
		switch {
		case p.Name == "use":
			loaded.uses = append(loaded.uses, p)
		case modules[moduleOf(p.PkgPath)].dir == dir:
			loaded.types[p.PkgPath] = p.Types
		default:
			loaded.other[p.PkgPath] = p.Types
		}
	}
	return nil
}

// bodyMissing tells an error that is there only because functions have no bodies.
func bodyMissing(e packages.Error) bool {
	return e.Kind == packages.TypeError && (strings.HasSuffix(e.Msg, "and not used") || strings.HasSuffix(e.Msg, "missing function body"))
}

func parseWithoutBodies(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if filepath.Base(filepath.Dir(name)) == "use" {
		return parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	}
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return f, err
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		if ok {
			fn.Body = nil
		}
		return ok && fn.Recv == nil && (fn.Name.Name == "init" || fn.Name.Name == "main")
	})
	return f, nil
}
