package catalog

import (
	"go/types"
	"slices"
)

// LimitsOf are the fields of values of type t (or of what t points to) that bound the calls made with them, as in
// [Entry.TimeoutFields]: a value that is made without them has no bound. nil for other types.
func (c *Catalog) LimitsOf(t types.Type) []string {
	named := namedType(t)
	if named == nil || named.Obj().Pkg() == nil {
		return nil
	}
	n := name{pkg: unvendored(named.Obj().Pkg().Path()), name: named.Obj().Name()}
	var out []string
	for t := range c.tablesOf(n.pkg) {
		out = append(out, t.limits[n]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// addLimits notes the fields of the client of an entry.
func (t *tables) addLimits(e *Entry) {
	if len(e.TimeoutFields) == 0 || e.ClientVar != "" {
		return
	}
	clients := e.Recv
	if e.Client != Recv {
		clients = []string{e.ClientType}
	}
	for _, r := range clients {
		n := name{pkg: e.Pkg, name: r}
		t.limits[n] = append(t.limits[n], e.TimeoutFields...)
		slices.Sort(t.limits[n])
		t.limits[n] = slices.Compact(t.limits[n])
	}
}

// Unlimited tells a package variable of a library whose value bounds nothing, unless the program changes it.
func Unlimited(fullName string) bool {
	return fullName == httpPkg+".DefaultClient" || fullName == httpPkg+".DefaultTransport"
}

// IsOption tells a function that makes a functional option of which an entry speaks.
func (c *Catalog) IsOption(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	n := name{pkg: unvendored(fn.Pkg().Path()), name: fn.Name()}
	return c.some(n.pkg, func(t *tables) bool { return t.options[n] })
}

// CarriesTx tells a package whose functions look for the transaction in the context that they are given.
func (c *Catalog) CarriesTx(pkg string) bool {
	return c.some(pkg, func(t *tables) bool { return t.carriesTx[pkg] })
}

// TellsLoss tells a package with a function that tells when a lock is lost.
func (c *Catalog) TellsLoss(pkg string) bool {
	return c.some(pkg, func(t *tables) bool { return t.tellsLoss[pkg] })
}

// some tells whether tables that speak of a package say so.
func (c *Catalog) some(pkg string, says func(*tables) bool) bool {
	for t := range c.tablesOf(pkg) {
		if says(t) {
			return true
		}
	}
	return false
}
