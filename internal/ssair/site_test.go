package ssair

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
)

// Behind each call of this source stands where a finding about it points: first the function that is called,
// then the line, counted from that of the comment, and the function around it.
const siteSource = `package p

import "sync"

type S struct{ mu sync.Mutex; ch chan int }

func (s *S) plain() {
	s.mu.Lock() // Lock 0 S.plain
	defer s.mu.Unlock() // Unlock 0 S.plain
}

func (s *S) lines() error {
	err := s.
		one(). // one -1 S.lines
		two( // two -2 S.lines
			three(), // three -3 S.lines
			func() {
				four() // four 0 S.lines
			},
		)
	if err := five(); err != nil { // five 0 S.lines
		return six( // six 0 S.lines
			seven()) // seven -1 S.lines
	} else if eight() { // eight 0 S.lines
	}
	switch {
	case nine(): // nine 0 S.lines
		ten() // ten 0 S.lines
	}
	for eleven( // eleven 0 S.lines
		twelve()) { // twelve -1 S.lines
	}
	return err
}

func (s *S) deferred() {
	defer func() { // deferred$1 0 S.deferred
		four() // four 0 S.deferred
	}()
	defer s.
		two(three(), // two -1 S.deferred // three -1 S.deferred
			nil)
	go func() { four() }() // deferred$2 0 S.deferred // four 0 S.deferred
	go four() // four 0 S.deferred
	func() {
		s.mu.Unlock() // Unlock 0 S.deferred
	}() // deferred$3 -2 S.deferred
}

func chans(s *S) {
	s.ch <- 1 // send 0 chans
	<-s.ch // receive 0 chans
	x := eleven(
		<-s.ch) // eleven -1 chans // receive -1 chans
	_ = x
}

type G[K comparable, V any] struct{ mu sync.Mutex }

func (g *G[K, V]) lock() { g.mu.Lock() } // Lock 0 G.lock

type H[K any] struct{ mu sync.Mutex }

func (h H[K]) try() bool { return h.mu.TryLock() } // TryLock 0 H.try

func (s *S) one() *S                    { return s }
func (s *S) two(n int, f func()) error { return nil }
func three() int                        { return 0 }
func four()                             {}
func five() error                       { return nil }
func six(int) error                     { return nil }
func seven() int                        { return 0 }
func eight() bool                       { return false }
func nine() bool                        { return false }
func ten()                              {}
func eleven(int) bool                   { return false }
func twelve() int                       { return 0 }
`

// wantedSites are the comments of the source.
func wantedSites(t *testing.T, fset *token.FileSet, f *ast.File) []string {
	t.Helper()
	var out []string
	for _, g := range f.Comments {
		line := fset.Position(g.Pos()).Line
		for _, part := range strings.Split(strings.TrimPrefix(g.List[0].Text, "//"), "//") {
			var callee, fn string
			var delta int
			if _, err := fmt.Sscanf(part, "%s %d %s", &callee, &delta, &fn); err != nil {
				t.Fatalf("%q: %v", part, err)
			}
			out = append(out, fmt.Sprintf("%s %d %s", callee, line+delta, fn))
		}
	}
	slices.Sort(out)
	return out
}

// subject names what an instruction does, or "".
func subject(instr ssa.Instruction) string {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		if fn := instr.Common().StaticCallee(); fn != nil {
			return fn.Name()
		}
	case *ssa.Send:
		return "send"
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return "receive"
		}
	}
	return ""
}

func TestSites(t *testing.T) {
	pass := passOf(t, "ex.com/p", siteSource)
	p := run(pass, catalog.Standard(), new(Workshop))
	if p.Err != nil {
		t.Fatal(p.Err)
	}
	var got []string
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				name := subject(instr)
				if name == "" {
					continue
				}
				at := p.Site(pass.Fset, instr.Pos())
				if at.Node == nil || at.End <= at.Pos || at.End != at.Node.End() {
					t.Errorf("%s: node %v from %d to %d", name, at.Node, at.Pos, at.End)
				}
				got = append(got, fmt.Sprintf("%s %d %s", name, pass.Fset.Position(at.Pos).Line, at.Func))
			}
		}
	}
	slices.Sort(got)
	want := wantedSites(t, pass.Fset, pass.Files[0])
	for _, s := range want {
		if !slices.Contains(got, s) {
			t.Errorf("no site %q", s)
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			t.Errorf("site %q is not wanted", s)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d sites, want %d", len(got), len(want))
	}
}

// A position that is none of a call is given back.
func TestNoSite(t *testing.T) {
	pass := passOf(t, "ex.com/p", siteSource)
	pos := pass.Files[0].Package
	if at := run(pass, catalog.Standard(), new(Workshop)).Site(pass.Fset, pos); at.Pos != pos || at.End != pos || at.Node != nil || at.Func != "" {
		t.Errorf("site %+v of the package clause", at)
	}
}
