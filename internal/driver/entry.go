package driver

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"os"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/load"
)

// An entry is what the cache keeps of a package that was analysed.
type entry struct {
	Declared cache.Key // what importers see of its declarations
	Facts    []keptFact
	Findings []finding.Record
	Problems []load.Problem
	Note     []byte
}

// outside is what a package looks like from outside. An importer is analysed again if the near one
// changes, and everything behind the importer if the far one does: the facts of functions, variables and packages
// reach direct importers only.
type outside struct{ near, far cache.Key }

// baseKey is the part of the keys that all packages share.
func (s *sweep) baseKey() cache.Key {
	h := cache.NewHash("run")
	h.String(s.opts.Salt)
	h.String(s.graph.Target)
	h.String(s.opts.Load.Tags)
	h.Bool(s.opts.Note != nil)
	for _, a := range s.opts.Analyzers {
		h.String(a.Name)
	}
	return h.Sum()
}

// decide looks whether the cache knows a package whose dependencies are settled. It returns what is known, or nil; then, if
// the package is one that counts, it is missed.
func (s *sweep) decide(n *node) *entry {
	if n.mode == borrowFacts {
		s.borrow(n)
		return nil
	}
	if s.opts.Cache == nil {
		n.missed = n.mode >= factsOnly
		return nil
	}
	n.key = s.keyOf(n)
	switch {
	case n.mode == typesOnly:
		n.outside = outside{n.key, n.key}
		return nil
	case n.mode == full && s.opts.Visit != nil:
		n.missed = true
		return nil
	}
	e := new(entry)
	data, ok := s.opts.Cache.Get(n.key)
	if !ok || s.codec.Decode(data, e) != nil {
		n.missed = true
		return nil
	}
	return e
}

// keyOf is a hash of everything that the facts and the findings of a package come from.
func (s *sweep) keyOf(n *node) cache.Key {
	h := cache.NewHash("package")
	h.Key(s.base)
	h.Int(int(n.mode))
	s.describe(h, n)
	for _, name := range n.pkg.Files {
		h.String(name)
		h.Key(s.sum(name))
	}
	for _, dep := range n.pkg.Deps {
		h.Key(s.nodes[dep].outside.near)
	}
	return h.Sum()
}

// borrow gives a package that was recompiled for a test what is known of the plain one: the files are the same, only
// some of what they import is recompiled as well.
func (s *sweep) borrow(n *node) {
	plain := s.nodes[n.pkg.Plain]
	n.facts = plain.facts
	if s.opts.Cache == nil {
		return
	}
	h := cache.NewHash("recompiled")
	s.describe(h, n)
	h.Key(plain.outside.far)
	for _, dep := range n.pkg.Deps {
		h.Key(s.nodes[dep].outside.far)
	}
	n.outside.far = h.Sum()
	h.Key(plain.outside.near)
	n.outside.near = h.Sum()
}

func (s *sweep) describe(h *cache.Hash, n *node) {
	lines := n.pkg.Fingerprint()
	h.Int(len(lines))
	for _, line := range lines {
		h.String(line)
	}
	h.Int(len(n.pkg.Files))
}

// sum is the hash of a file. If it cannot be read nothing that is found now may be kept.
func (s *sweep) sum(name string) cache.Key {
	if sum, ok := s.sums.Load(name); ok {
		return sum.(cache.Key)
	}
	src, err := os.ReadFile(name)
	if err != nil {
		s.stale.Store(true)
	}
	sum, _ := s.sums.LoadOrStore(name, contents(src))
	return sum.(cache.Key)
}

func contents(src []byte) cache.Key {
	h := cache.NewHash("file")
	h.Bytes(src)
	return h.Sum()
}

// read reads a file for the type checker, and notices if it is no longer the one that the keys speak of.
func (s *sweep) read(p *load.Package, name string) ([]byte, error) {
	src, err := os.ReadFile(name)
	if err != nil || contents(src) != s.sum(name) {
		s.stale.Store(true)
	}
	if n := s.nodes[p]; n != nil && n.missed { // not what is left of one whose tests are broken: that has the same files
		if n.sources == nil {
			n.sources = make(map[string][]byte)
		}
		n.sources[name] = src
	}
	return src, err
}

// keep writes an entry into the cache.
func (s *sweep) keep(n *node, e *entry) {
	if s.opts.Cache == nil || n.failed || s.stale.Load() {
		return
	}
	if data, err := s.codec.Encode(*e); err == nil {
		s.opts.Cache.Put(n.key, data)
	}
}

// setOutside works out what a package looks like from outside.
func (s *sweep) setOutside(n *node, e *entry) {
	if s.opts.Cache == nil {
		return
	}
	near, far := cache.NewHash("near"), cache.NewHash("far")
	far.Key(e.Declared)
	for _, f := range e.Facts {
		h := near
		if f.Far {
			h = far
		}
		h.String(f.Path)
		h.String(f.Type)
		h.Bytes(f.Data)
	}
	for _, dep := range n.pkg.Deps {
		far.Key(s.nodes[dep].outside.far)
	}
	n.outside.far = far.Sum()
	near.Key(n.outside.far)
	n.outside.near = near.Sum()
}

// declare notes what importers see of the declarations of a package: its source without comments, bodies of
// functions, and what [load.Unit.Unseen] leaves out. That is all that the types of importers can come from: they get
// the package without it, too. No positions: nothing that is found in an importer says where something stands in
// another package.
func (s *sweep) declare(n *node, e *entry) {
	if s.opts.Cache == nil {
		return
	}
	if n.unit.Broken || n.unit.Types == nil {
		e.Declared = n.key
		return
	}
	h := cache.NewHash("declarations")
	s.describe(h, n)
	unseen := n.unit.Unseen()
	for _, f := range n.unit.Files {
		name := s.checker.Fset.File(f.FileStart).Name()
		if strings.HasSuffix(name, "_test.go") { // a type of a test file is told by the name; that of a file of cgo's says what is in it
			h.String("test")
		}
		h.String(f.GoVersion)
		declarations(h, f, n.sources[name], unseen)
	}
	e.Declared = h.Sum()
}

// declarations adds the tokens of a file that importers can see something of.
func declarations(h *cache.Hash, f *ast.File, src []byte, unseen map[ast.Decl]bool) {
	type span struct{ from, to int } // offsets of what is left out
	var left []span
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		switch {
		case unseen[decl]:
			left = append(left, span{int(decl.Pos() - f.FileStart), int(decl.End() - f.FileStart)})
		case ok && fn.Body != nil:
			left = append(left, span{int(fn.Body.Pos() - f.FileStart), int(fn.Body.End() - f.FileStart)})
		}
	}
	slices.SortFunc(left, func(a, b span) int { return a.from - b.from })
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var sc scanner.Scanner
	sc.Init(file, src, nil, 0)
	ended := true // by a semicolon
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return
		}
		offset := file.Offset(pos)
		for len(left) > 0 && left[0].to <= offset {
			left = left[1:]
		}
		if len(left) > 0 && left[0].from <= offset {
			continue
		}
		if tok == token.SEMICOLON {
			if !ended {
				h.Int(int(tok))
			}
			ended = true
			continue
		}
		ended = false
		h.Int(int(tok))
		h.String(lit)
	}
}
