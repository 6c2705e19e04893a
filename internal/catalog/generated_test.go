package catalog

import (
	"go/types"
	"strings"
	"testing"
)

// TestGenerated holds the entries of the client that ent generates against a real one: each fits the functions that are
// found by it, and each is found.
func TestGenerated(t *testing.T) {
	pkgs := loadLibraries(t)
	c := checker{pkgs: pkgs}
	pkg := pkgs[entSample]
	if !IsGenerated(pkg) || IsGenerated(pkgs[entDialectPkg]) || IsGenerated(pkgs["database/sql"]) {
		t.Fatal("the client is not known by its types, or another package is taken for one")
	}
	found := map[*Entry]int{}
	for _, fn := range functionsOf(pkg) {
		e := Standard().Lookup(fn)
		if e == nil {
			continue
		}
		found[e]++
		if err := c.entry(*e, fn); err != nil {
			t.Errorf("%s: %v", fn.FullName(), err)
		}
		if !Standard().StandsBehind(fn) && fn.Signature().Recv() != nil {
			t.Errorf("%s is described, and its body would be followed too", fn.FullName())
		}
	}
	tables, n := Standard().parts[entClient][0](), 0
	for key, e := range tables.entries {
		if n += found[e]; found[e] == 0 {
			t.Errorf("nothing is found by the entry %s.%s", key.recv, key.name)
		}
	}
	for key := range tables.types {
		if real := strings.Replace(key.name, "*", "Stock", 1); pkg.Scope().Lookup(real) == nil {
			t.Errorf("there is no type %s", real)
		}
	}
	t.Logf("%d functions", n)
}

// functionsOf are the functions of a package and the methods of its types, those of interfaces too.
func functionsOf(pkg *types.Package) []*types.Func {
	var out []*types.Func
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			out = append(out, obj)
		case *types.TypeName:
			named, ok := types.Unalias(obj.Type()).(*types.Named)
			if !ok || named.Obj().Pkg() != pkg {
				continue
			}
			for m := range named.Methods() {
				out = append(out, m)
			}
			if i, ok := named.Underlying().(*types.Interface); ok {
				for m := range i.ExplicitMethods() {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// TestGeneratedRoles looks up functions of the client by name.
func TestGeneratedRoles(t *testing.T) {
	pkg := loadLibraries(t)[entSample]
	for _, tt := range []struct {
		recv, name string
		role       Role
		behind     bool
	}{
		{"Client", "Tx", Begin, true},
		{"Client", "BeginTx", Begin, true},
		{"Client", "Use", NoRole, false},
		{"Tx", "Commit", Commit, true},
		{"Tx", "OnCommit", Hook, true},
		{"Tx", "Client", Derive, true},
		{"Committer", "Commit", Commit, true},
		{"config", "QueryContext", Statement, true},
		{"txDriver", "Commit", NoRole, true},
		{"StockClient", "UpdateOne", Derive, true},
		{"StockClient", "Get", Read, true},
		{"StockClient", "Use", NoRole, true},
		{"StockQuery", "Where", Derive, true},
		{"StockQuery", "Only", Read, true},
		{"StockQuery", "sqlAll", NoRole, true},
		{"StockUpdate", "SetQty", Derive, true},
		{"StockUpdate", "AddQty", Derive, true},
		{"StockUpdate", "Save", Write, true},
		{"StockDeleteOne", "Exec", Write, true},
		{"StockMutation", "SetQty", NoRole, true},
		{"Stock", "Update", Derive, true},
		{"Stock", "Unwrap", NoRole, true},
		{"", "Open", Open, true},
		{"", "TxFromContext", NoRole, false},
		{"", "withHooks", NoRole, true},
	} {
		fn := declared(pkg, tt.recv, tt.name)
		if tt.recv == "" {
			fn, _ = pkg.Scope().Lookup(tt.name).(*types.Func)
		}
		if fn == nil {
			t.Errorf("there is no %s.%s", tt.recv, tt.name)
			continue
		}
		role := NoRole
		if e := Standard().Lookup(fn); e != nil {
			role = e.Role
		}
		if role != tt.role {
			t.Errorf("%s is a %v, want %v", fn.FullName(), role, tt.role)
		}
		if got := Standard().StandsBehind(fn); got != tt.behind {
			t.Errorf("%s stands behind an entry: %v", fn.FullName(), got)
		}
	}
	qty := Standard().Lookup(declared(pkg, "StockUpdate", "AddQty"))
	if set := Standard().Lookup(declared(pkg, "StockUpdate", "SetQty")); !qty.Atomic || set.Atomic || set.Value != Arg(0) {
		t.Errorf("AddQty and SetQty are %+v and %+v", qty, set)
	}
}

// TestPredicate reads conditions by their names.
func TestPredicate(t *testing.T) {
	pred := types.NewPackage("p/ent/predicate", "predicate")
	stock := types.NewPackage("p/ent/stock", "stock")
	result := types.NewNamed(types.NewTypeName(0, pred, "Stock", nil), types.NewSignatureType(nil, nil, nil, nil, nil, false), nil)
	for name, want := range map[string][2]string{
		"Qty": {"Qty", "="}, "QtyEQ": {"Qty", "="}, "QtyGTE": {"Qty", ">="}, "QtyNEQ": {"Qty", "<>"}, "IDIn": {"ID", "in"}, "SkuNotIn": {"Sku", "not in"},
		"PaidAtIsNil": {"PaidAt", "is"}, "And": {}, "Or": {}, "HasItems": {}, "HasItemsWith": {},
	} {
		fn := types.NewFunc(0, stock, name, types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewVar(0, nil, "", result)), false))
		field, op, ok := Predicate(fn)
		if got := [2]string{field, op}; got != want || ok != (want[0] != "") {
			t.Errorf("%s is %v, %v, want %v", name, got, ok, want)
		}
	}
	if _, _, ok := Predicate(nil); ok {
		t.Error("nothing is a condition")
	}
}
