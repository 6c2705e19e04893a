package effects

import (
	"go/types"
	"strings"
)

// Limits is the fact of a package variable that holds a client: what bounds the calls made with it.
type Limits struct{ Fields []FieldLimit }

// A FieldLimit is the number of nanoseconds in a field, "0" for no bound.
type FieldLimit struct{ Path, NS string }

// AFact makes it a fact about its variable.
func (*Limits) AFact() {}

func (l *Limits) String() string {
	var parts []string
	for _, f := range l.Fields {
		parts = append(parts, f.Path+"="+f.NS)
	}
	return "limits " + strings.Join(parts, ",")
}

// exportLimits tells the importers what bounds the calls of the clients in exported package variables.
func (w *world) exportLimits() {
	scope := w.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		fact := &Limits{}
		for _, path := range w.Catalog().LimitsOf(v.Type()) {
			if t := w.assignedLimits().of(v, strings.Split(path, ".")); t.ok {
				fact.Fields = append(fact.Fields, FieldLimit{path, t.ns})
			}
		}
		if len(fact.Fields) > 0 {
			w.pass.ExportObjectFact(v, fact)
		}
	}
}
