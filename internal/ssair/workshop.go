package ssair

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// Limits of a program that packages share: their SSA form lives as long as it does.
const (
	maxShared      = 8   // packages
	maxSharedFuncs = 200 // functions of theirs
)

// A Workshop hands out programs to build packages in. Most of what go/ssa does for a small package it does for the packages that this one imports:
// a function for each name in them, and for each type that becomes an interface a walk over all types behind it. Packages that are built in one
// program, one after the other, share that. The programs are used to build, and for nothing else.
//
// The zero value shares nothing, see [Workshop.Share].
type Workshop struct {
	shares bool

	mu   sync.Mutex
	free []*program
}

// Share lets packages share programs, from now on. To be called before any is built, and only where who imports a package gets another
// one than was built, of the declarations alone: else the functions of a package behind an import would have bodies, or not, as it happens.
func (w *Workshop) Share() { w.shares = true }

// A program is one in which packages are built.
type program struct {
	*ssa.Program
	built []*types.Package
	funcs int
}

// take hands a program out that fits a package: in none may it meet a package that it imports with bodies, of which it would know
// more than from elsewhere.
func (w *Workshop) take(fset *token.FileSet, pkg *types.Package) *program {
	w.mu.Lock()
	defer w.mu.Unlock()
	fits := func(p *program) bool {
		return p.Fset == fset && !slices.Contains(p.built, pkg) && !slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool { return slices.Contains(p.built, imp) })
	}
	if i := slices.IndexFunc(w.free, fits); i >= 0 {
		p := w.free[i]
		w.free = slices.Delete(w.free, i, i+1)
		return p
	}
	return &program{Program: ssa.NewProgram(fset, 0)}
}

// give takes a program back in which a package with some functions was built.
func (w *Workshop) give(p *program, pkg *types.Package, funcs int) {
	p.built = append(p.built, pkg)
	if p.funcs += funcs; !w.shares || len(p.built) >= maxShared || p.funcs >= maxSharedFuncs {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free = append(w.free, p)
}
