package load

import (
	"context"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

// compileCgo replaces the files of the own packages that use cgo by what cgo makes of them: go/types
// can fake C for an importer, but SSA cannot be built over the fake. Packages of others keep their
// sources. Without a C compiler the sources stay, less the functions that mention C.
func (g *Graph) compileCgo(ctx context.Context, cfg Config) {
	own := make(map[string]*Package)
	var args []string
	for _, p := range g.Packages {
		if p.cgo && (p.Main || p.Root) && len(p.outside) == 0 {
			own[p.ID] = p
			args = append(args, p.Path)
		}
	}
	if len(own) == 0 {
		return
	}
	slices.Sort(args)
	args = slices.Compact(args)
	args = slices.DeleteFunc(args, func(path string) bool { return strings.HasSuffix(path, "_test") })
	args = append(append([]string{"list", "-e", "-compiled", "-json=ImportPath,Dir,CompiledGoFiles,Error"}, cfg.flags()...), append([]string{"--"}, args...)...)
	out, _, err := cfg.goCommand(ctx, args...)
	if err == nil {
		var listed []*listedPackage
		if listed, err = decode(out); err == nil {
			for _, l := range listed {
				if p := own[l.ImportPath]; p != nil && l.Error == nil && len(l.CompiledGoFiles) > 0 {
					p.useCompiled(l)
					delete(own, l.ImportPath)
				}
			}
		}
	}
	for _, p := range own {
		p.faked = true
		g.Problems = append(g.Problems, Problem{Package: p.Path, Msg: fmt.Sprintf("cgo failed%s: functions that use C are not analysed", because(err))})
	}
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return " (" + err.Error() + ")"
}

func (p *Package) useCompiled(l *listedPackage) {
	p.cgo = false
	p.Files = nil
	for _, name := range l.CompiledGoFiles {
		if !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "-d") {
			continue // the cache names cgo's output by hash; anything else is no Go file
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(l.Dir, name)
		}
		p.Files = append(p.Files, name)
	}
}

// dropCBodies takes the bodies from the functions that mention C: a declaration without a body is
// an external function, which SSA and every rule can live with.
func dropCBodies(files []*ast.File) {
	for _, f := range files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if id, ok := sel.X.(*ast.Ident); ok && id.Name == "C" {
						fn.Body = nil
					}
				}
				return fn.Body != nil
			})
		}
	}
}
