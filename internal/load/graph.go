package load

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// build makes the graph of the packages that matter: the roots and what they reach. The mains that
// go test generates, and what only they import, are left out.
func (g *Graph) build(listed []*listedPackage, dir string) {
	byID := make(map[string]*Package, len(listed))
	info := make(map[*Package]*listedPackage, len(listed))
	failed := make(map[string]bool)  // IDs of packages that are complained about and have no files
	variant := make(map[string]bool) // paths of packages that have a variant with their own tests
	for _, l := range listed {
		if l.ForTest != "" && l.path() == l.ForTest {
			variant[l.ForTest] = true
		}
	}
	var all, roots []*Package
	for _, l := range listed {
		if l.isTestMain() {
			continue
		}
		if l.Error != nil && !l.emptyByPattern() {
			g.Problems = append(g.Problems, l.problem(dir))
		}
		p := g.newPackage(l)
		for _, name := range p.outside {
			link := Problem{Package: p.Path, Pos: name, Msg: "this is a symbolic link out of the module"}
			g.Outside = append(g.Outside, link)
			link.Msg += ": it is not read, and the package is left out"
			g.Problems = append(g.Problems, link)
		}
		if len(p.Files) == 0 {
			failed[p.ID] = l.Error != nil || len(p.outside) > 0
			continue
		}
		byID[p.ID], info[p] = p, l
		all = append(all, p)
		// The variant with the tests has all the files of the package, so it reports for both, as
		// under go vet. The plain package stays for those who import it.
		p.Root = !l.DepOnly && !(l.ForTest == "" && variant[p.Path])
		if p.Root {
			roots = append(roots, p)
		}
	}
	for _, p := range all {
		p.link(info[p], byID, failed)
		if l := info[p]; l.ForTest != "" && l.DepOnly && p.Path != l.ForTest {
			p.Plain = byID[p.Path]
		}
	}
	g.Packages = reach(roots)
	kept := make(map[*Package]bool, len(g.Packages))
	for _, p := range g.Packages {
		kept[p] = true
	}
	for _, p := range g.Packages {
		if !kept[p.Plain] {
			p.Plain = nil
		}
	}
}

func (g *Graph) newPackage(l *listedPackage) *Package {
	p := &Package{
		ID:       l.ImportPath,
		Path:     l.path(),
		Name:     l.Name,
		Dir:      l.Dir,
		Standard: l.Standard,
		cgo:      len(l.CgoFiles) > 0,
	}
	var own []string // that no other lies over, which may be anywhere
	for _, name := range slices.Concat(l.GoFiles, l.CgoFiles) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(l.Dir, name)
		}
		if actual := g.overlay[name]; actual != "" {
			name = actual
		} else {
			own = append(own, name)
		}
		p.Files = append(p.Files, name)
	}
	p.outside = outsideOf(own, l.Dir, l.home())
	p.Files = slices.DeleteFunc(p.Files, func(name string) bool { return slices.Contains(p.outside, name) })
	if m := l.Module; m != nil {
		// What go vet hands to an analyzer, so that none can tell the doors apart.
		p.Main = m.Main
		p.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: "go" + cmp.Or(m.GoVersion, "1.16")}
	}
	return p
}

// link resolves the imports of p.
func (p *Package) link(l *listedPackage, byID map[string]*Package, failed map[string]bool) {
	p.missing = failed
	p.imports = make(map[string]*Package, len(l.Imports))
	source := make(map[string]string, len(l.ImportMap)) // the reverse of ImportMap
	for path, id := range l.ImportMap {
		source[id] = path
	}
	ids := l.Imports
	if p.cgo {
		// What cgo writes imports these.
		ids = append(slices.Clip(ids), "runtime/cgo", "syscall", "unsafe")
	}
	for _, id := range ids {
		dep := byID[id]
		if dep == nil {
			p.absent = append(p.absent, id)
			continue
		}
		p.imports[cmp.Or(source[id], id)] = dep
		p.Deps = append(p.Deps, dep)
	}
	slices.SortFunc(p.Deps, func(a, b *Package) int { return strings.Compare(a.ID, b.ID) })
	p.Deps = slices.Compact(p.Deps)
}

// reach returns the packages that roots need, dependencies first. A recompiled package comes behind
// its plain one, if that is needed too, as it takes the plain one's facts. (Import cycles, which
// go list reports, are cut.)
func reach(roots []*Package) []*Package {
	var order []*Package
	state := make(map[*Package]int) // 1: being visited, 2: done
	needed := make(map[*Package]bool)
	var mark func(p *Package)
	mark = func(p *Package) {
		if needed[p] {
			return
		}
		needed[p] = true
		for _, dep := range p.Deps {
			mark(dep)
		}
	}
	for _, p := range roots {
		mark(p)
	}
	var visit func(p *Package)
	visit = func(p *Package) {
		if p == nil || !needed[p] || state[p] != 0 {
			return
		}
		state[p] = 1
		p.Deps = slices.DeleteFunc(p.Deps, func(dep *Package) bool {
			visit(dep)
			return state[dep] == 1
		})
		visit(p.Plain)
		state[p] = 2
		order = append(order, p)
	}
	for _, p := range roots {
		visit(p)
	}
	return order
}
