package catalog

import (
	"go/types"
	"slices"
	"strings"
)

// This file finds what the catalogue says of code that a generator writes into a project. Its packages have no fixed
// path: they are known by the shape of their types, which is in the export data too. In the tables they stand under the
// name of their mould.

// entSuffixes end the names of the types that ent generates for an entity, the longer ones first.
var entSuffixes = []string{"CreateBulk", "UpsertBulk", "UpdateOne", "UpsertOne", "DeleteOne", "Mutation", "GroupBy", "Client", "Create", "Update", "Delete", "Select", "Query"}

// entFixed are those of which there is one for the whole client.
var entFixed = []string{"Client", "Tx", "config", "selector", "Committer", "CommitFunc", "Rollbacker", "RollbackFunc"}

// mouldOf is the type of which a generated one is an instance, "*Query" of OrderQuery, and the entity it is about.
func mouldOf(n *types.Named) (mould, entity string) {
	if n == nil || !isEntClient(n.Obj().Pkg()) {
		return "", ""
	}
	own := n.Obj().Name()
	if slices.Contains(entFixed, own) {
		return own, ""
	}
	scope := n.Obj().Pkg().Scope()
	isEntity := func(name string) bool {
		return name != "" && scope.Lookup(name+"Client") != nil && scope.Lookup(name+"Query") != nil
	}
	for _, suffix := range entSuffixes {
		if e, ok := strings.CutSuffix(own, suffix); ok && isEntity(e) {
			return "*" + suffix, e
		}
	}
	if isEntity(own) {
		return "*", own
	}
	return "", ""
}

// isEntClient tells a package that ent generated: its Client embeds a configuration that holds a driver of ent.
func isEntClient(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	client, ok := pkg.Scope().Lookup("Client").(*types.TypeName)
	if !ok {
		return false
	}
	config, ok := structField(client.Type(), "config")
	if !ok || !config.Embedded() {
		return false
	}
	driver, ok := structField(config.Type(), "driver")
	if !ok {
		return false
	}
	n := namedType(driver.Type())
	return n != nil && n.Obj().Name() == "Driver" && n.Obj().Pkg() != nil && unvendored(n.Obj().Pkg().Path()) == entDialectPkg
}

// generated is the entry of a function of generated code.
func (c *Catalog) generated(fn *types.Func) *Entry {
	recv := fn.Signature().Recv()
	if recv == nil {
		if !isEntClient(fn.Pkg()) {
			return nil
		}
		return c.entry(name{entClient, "", fn.Name()})
	}
	mould, _ := mouldOf(namedType(recv.Type()))
	if mould == "" {
		return nil
	}
	if e := c.entry(name{entClient, mould, fn.Name()}); e != nil {
		return e
	}
	if !fn.Exported() || !givesBuilder(fn.Signature()) {
		return nil
	}
	for _, begin := range []string{"Set", "Add"} {
		if e := c.entry(name{entClient, mould, begin + "*"}); e != nil && strings.HasPrefix(fn.Name(), begin) && takesNumber(fn.Signature(), e.Atomic) {
			return e
		}
	}
	return c.entry(name{entClient, mould, "*"})
}

// givesBuilder tells a function whose one result is a builder.
func givesBuilder(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	mould, entity := mouldOf(namedType(sig.Results().At(0).Type()))
	return entity != "" && mould != "*" && mould != "*Client"
}

// takesNumber tells, where it has to be one, that the one argument is a number: AddQty(2), not AddItemIDs(ids...).
func takesNumber(sig *types.Signature, must bool) bool {
	if !must {
		return true
	}
	if sig.Variadic() || sig.Params().Len() != 1 {
		return false
	}
	b, ok := sig.Params().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// EntityOf is the name of the entity that a builder of generated code is about: Order of OrderQuery.
func EntityOf(t types.Type) string {
	_, entity := mouldOf(namedType(t))
	return entity
}

// IsGenerated tells a package of generated code that the catalogue describes.
func IsGenerated(pkg *types.Package) bool { return isEntClient(pkg) }

// StandsBehind tells a function of generated code that the catalogue describes, or that only those call: a method of
// a builder, an unexported helper.
func (c *Catalog) StandsBehind(fn *types.Func) bool {
	if !isEntClient(fn.Pkg()) {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return !fn.Exported() || c.Lookup(fn) != nil
	}
	n := namedType(recv.Type())
	_, entity := mouldOf(n)
	return entity != "" || n != nil && !n.Obj().Exported() || c.Lookup(fn) != nil
}

// Predicate is what a generated condition compares: the column, as the field is called, and how. QtyGTE(5): Qty, >=.
func Predicate(fn *types.Func) (field, op string, ok bool) {
	if fn == nil || fn.Signature().Recv() != nil || fn.Signature().Results().Len() != 1 {
		return "", "", false
	}
	n := namedType(fn.Signature().Results().At(0).Type())
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Name() != "predicate" || slices.Contains([]string{"And", "Or", "Not"}, fn.Name()) || strings.HasPrefix(fn.Name(), "Has") {
		return "", "", false
	}
	for _, o := range predicateOps {
		if f, cut := strings.CutSuffix(fn.Name(), o.suffix); cut && f != "" {
			return f, o.op, true
		}
	}
	return fn.Name(), "=", true
}

// predicateOps are the ends of the names of conditions, longer ones first.
var predicateOps = []struct{ suffix, op string }{
	{"NotNil", "is not"}, {"IsNil", "is"}, {"NotIn", "not in"}, {"NEQ", "<>"}, {"GTE", ">="}, {"LTE", "<="}, {"EQ", "="}, {"GT", ">"}, {"LT", "<"}, {"In", "in"},
}
