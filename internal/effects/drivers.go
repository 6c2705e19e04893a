package effects

import (
	"go/constant"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
)

// Drivers are the kinds of SQL databases in sight of a package: by the drivers that it and what it imports import, by
// the names they are opened with, and by dialect.
type Drivers struct{ Embedded, Shared bool }

func (d *Drivers) join(o Drivers) {
	d.Embedded = d.Embedded || o.Embedded
	d.Shared = d.Shared || o.Shared
}

// only tells that the database belongs to this process alone. A project that can be run on either is one that may
// share.
func (d Drivers) only() bool { return d.Embedded && !d.Shared }

// drivers are those in sight. Test files do not count: many a project is tested on SQLite.
func (w *world) drivers() Drivers {
	if w.sight != nil {
		return *w.sight
	}
	var d Drivers
	for _, f := range w.pass.Files {
		if w.isTestName(w.pass.Fset.Position(f.FileStart).Filename) {
			continue
		}
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				d.join(Drivers{Embedded: catalog.EmbeddedDriver(path), Shared: catalog.SharedDriver(path)})
			}
		}
	}
	for _, t := range w.importedTables() {
		d.join(t.Drivers)
	}
	for _, fn := range append(w.ir.Funcs, w.ir.SSA.Func("init")) {
		if fn != nil && !w.isTestName(w.pass.Fset.Position(fn.Pos()).Filename) {
			d.join(w.spoken(fn))
		}
	}
	w.sight = &d
	return d
}

// spoken are the databases whose names or dialects a function uses.
func (w *world) spoken(fn *ssa.Function) Drivers {
	var d Drivers
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			opens := false
			if call, ok := instr.(*ssa.Call); ok {
				if callee := call.Call.StaticCallee(); callee != nil {
					e := w.Catalog().Lookup(w.Object(callee))
					opens = e != nil && e.Role == catalog.Open && e.Store == catalog.SQL
				}
			}
			var ops [8]*ssa.Value
			for _, op := range instr.Operands(ops[:0]) {
				c, ok := (*op).(*ssa.Const)
				if !ok || c.Value == nil || c.Value.Kind() != constant.String {
					continue
				}
				text := constant.StringVal(c.Value)
				d.join(dialect(text))
				if opens && !strings.ContainsAny(text, " /:=") {
					d.join(Drivers{Embedded: catalog.EmbeddedDriver(text), Shared: !catalog.EmbeddedDriver(text)})
				}
			}
		}
	}
	return d
}

// dialect tells SQL that only one kind of database understands.
func dialect(text string) Drivers {
	if len(text) < 8 || !strings.Contains(text, " ") {
		return Drivers{}
	}
	up := strings.ToUpper(text)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(up, w) {
				return true
			}
		}
		return false
	}
	sql := has("SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE TABLE", "PRAGMA ")
	return Drivers{
		Embedded: sql && has("INSERT OR REPLACE", "INSERT OR IGNORE", "AUTOINCREMENT", "SQLITE_MASTER", "SQLITE_SEQUENCE") || strings.HasPrefix(up, "PRAGMA "),
		Shared:   sql && has("FOR UPDATE", "ON DUPLICATE KEY", "= $1", "($1", " SERIAL", "::JSONB", "::TEXT", "AUTO_INCREMENT"),
	}
}
