package finding

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/lazy"
)

// A Record is a finding after its package is gone: positions resolved, nothing refers to syntax or
// types. It is what the driver gathers, the cache keeps and the reports print.
type Record struct {
	PkgPath, Func  string // Func is the enclosing declaration: "Transfer", "(*Service).Place", "" outside of functions
	Rule, Category string
	Pos, End       token.Position
	Message        string
	Timeline       []RecordStep
	Fixes          []RecordFix
	ID             string // stable: neither line numbers nor other findings of the file matter
}

// A RecordStep is one line of the timeline.
type RecordStep struct {
	Pos, End token.Position
	Message  string // "acquire  locker.Obtain(ctx, key, 30s)"
}

// A RecordFix is a suggested fix, its edits as byte offsets.
type RecordFix struct {
	Message string
	Edits   []RecordEdit
}

// A RecordEdit replaces the bytes Start..End of a file.
type RecordEdit struct {
	Filename   string
	Start, End int
	New        string
}

// Resolve makes the record of a diagnostic while the files of its package are still there.
func Resolve(fset *token.FileSet, files []*ast.File, pkgPath, rule string, d analysis.Diagnostic) Record {
	rec := Record{
		PkgPath:  pkgPath,
		Func:     enclosing(files, d.Pos),
		Rule:     rule,
		Category: d.Category,
		Pos:      fset.Position(d.Pos),
		End:      fset.Position(cmp.Or(d.End, d.Pos)),
		Message:  d.Message,
	}
	for _, r := range d.Related {
		rec.Timeline = append(rec.Timeline, RecordStep{
			Pos:     fset.Position(r.Pos),
			End:     fset.Position(cmp.Or(r.End, r.Pos)),
			Message: r.Message,
		})
	}
	for _, fix := range d.SuggestedFixes {
		f := RecordFix{Message: fix.Message}
		for _, e := range inOrder(fix.TextEdits) {
			start := fset.Position(e.Pos)
			f.Edits = append(f.Edits, RecordEdit{
				Filename: start.Filename,
				Start:    start.Offset,
				End:      fset.Position(cmp.Or(e.End, e.Pos)).Offset,
				New:      string(e.NewText),
			})
		}
		rec.Fixes = append(rec.Fixes, f)
	}
	return rec
}

// inOrder are the edits of a fix in the order in which go vet prints them.
func inOrder(edits []analysis.TextEdit) []analysis.TextEdit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	return edits
}

// enclosing is [Enclosing] for the files of a package.
func enclosing(files []*ast.File, pos token.Pos) string {
	for _, f := range files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		return Enclosing(f, pos)
	}
	return ""
}

// Enclosing names the declared function of the file around pos.
func Enclosing(f *ast.File, pos token.Pos) string {
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() {
			return funcName(fn)
		}
	}
	return ""
}

func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	recv := fn.Recv.List[0].Type
	star := ""
	for {
		switch t := recv.(type) {
		case *ast.StarExpr:
			star, recv = "*", t.X
		case *ast.ParenExpr:
			recv = t.X
		case *ast.IndexExpr:
			recv = t.X
		case *ast.IndexListExpr:
			recv = t.X
		case *ast.Ident:
			return fmt.Sprintf("(%s%s).%s", star, t.Name, fn.Name.Name)
		default:
			return fn.Name.Name
		}
	}
}

// Sort puts records into the order of every report, drops those that two packages share (a file
// can be part of a package and of its test variant) and numbers the stable ids.
func Sort(records []Record) []Record {
	slices.SortStableFunc(records, compare)
	records = slices.CompactFunc(records, func(a, b Record) bool { return compare(a, b) == 0 })
	seen := make(map[string]int)
	for i := range records {
		r := &records[i]
		key := strings.Join([]string{r.Rule, r.PkgPath, r.Func, Normalize(r.Message)}, "\x00")
		r.ID = ID(r.Rule, r.PkgPath, r.Func, r.Message, seen[key])
		seen[key]++
	}
	return records
}

func compare(a, b Record) int {
	return cmp.Or(
		cmp.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Category, b.Category),
		cmp.Compare(a.Message, b.Message),
	)
}

// ID is the stable id of a finding. It survives everything that does not change the finding itself:
// lines added above it, other findings, another checkout. Occurrence counts from 0 the findings of
// one function that read the same.
func ID(rule, pkgPath, fn, message string, occurrence int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%d", rule, pkgPath, fn, Normalize(message), occurrence))
	return hex.EncodeToString(sum[:8])
}

// Group is the stable id that all findings share which read the same and stand in one function.
func (r Record) Group() string { return ID(r.Rule, r.PkgPath, r.Func, r.Message, 0) }

// lineNumbers matches "line 42" and "lines 42, 43 and 47", also with a file: "tx.go:42".
var (
	lineNumbers = lazy.Regexp(`\blines? \d+((, | and |-)\d+)*`)
	fileLine    = lazy.Regexp(`(\.go):\d+(:\d+)?`)
)

// Normalize takes the line numbers out of a message.
func Normalize(message string) string {
	message = lineNumbers().ReplaceAllString(message, "line")
	return fileLine().ReplaceAllString(message, "$1")
}
