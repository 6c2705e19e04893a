package catalog

import (
	"slices"
	"testing"
)

// The lists of packages are written out so that they can be asked without the entries; they must not differ.
func TestStandardPackages(t *testing.T) {
	c := New(libraryEntries(), libraryTypes(), errorEntries())
	if !slices.Equal(c.packages, standardPackages) {
		t.Errorf("standardPackages of packages.go must be\n%q", c.packages)
	}
	if !slices.Equal(c.outbound, standardOutbound) {
		t.Errorf("standardOutbound of packages.go must be\n%q", c.outbound)
	}
}

// What only the packages decide needs no entries: under go vet they would be made for each package of the standard library.
func TestEntriesAreLazy(t *testing.T) {
	c := &Catalog{packages: standardPackages, outbound: standardOutbound, tables: func() *tables {
		t.Error("the entries are made")
		return new(tables)
	}}
	for path, want := range map[string]bool{"fmt": false, "database/sql": true, "net/http": true, "example.com/shop": false, "gorm.io/gorm/clause": true} {
		if got := c.Covers(path); got != want {
			t.Errorf("Covers(%q) = %v", path, got)
		}
	}
	if c.OfUser("gorm.io/gorm") || c.Has("fmt") || c.CallsOut("fmt") {
		t.Error("packages that are not described are")
	}
}
