package catalog

import (
	"slices"
	"testing"
)

// The paths of a library are written beside it, so that they can be asked without its entries; they must not differ.
func TestPackagesOfLibraries(t *testing.T) {
	in := map[string]string{}
	for _, kind := range []struct {
		libs []library
		list func(*Catalog) []string
	}{
		{described(), func(c *Catalog) []string { return c.packages }},
		{callingOut(), func(c *Catalog) []string { return c.outbound }},
	} {
		for _, l := range kind.libs {
			want := slices.DeleteFunc(slices.Sorted(slices.Values(l.packages)), func(path string) bool { return path == entClient })
			if got := kind.list(New(l.entries(), l.types(), nil)); !slices.Equal(got, want) {
				t.Errorf("the packages of %s are %q, its entries speak of %q", l.name, want, got)
			}
			for _, path := range l.packages {
				if in[path] != "" {
					t.Errorf("%s is described by %s and by %s", path, in[path], l.name)
				}
				in[path] = l.name
			}
		}
	}
}

// What only the packages decide needs no entries, and what is asked of a package needs those of its library: under go vet they would be
// made in each process.
func TestEntriesAreLazy(t *testing.T) {
	c := Standard()
	lazy := &Catalog{packages: c.packages, outbound: c.outbound, parts: map[string][]part{}, errors: c.errors}
	var made []string
	for path, parts := range c.parts {
		lazy.add(func() *tables { made = append(made, path); return parts[0]() }, []string{path})
	}
	for path, want := range map[string]bool{"fmt": false, "database/sql": true, "net/http": true, "example.com/shop": false, "gorm.io/gorm/clause": true} {
		if got := lazy.Covers(path); got != want {
			t.Errorf("Covers(%q) = %v", path, got)
		}
	}
	if lazy.OfUser("gorm.io/gorm") || lazy.Has("fmt") || lazy.CallsOut("fmt") {
		t.Error("packages that are not described are")
	}
	if len(made) > 0 {
		t.Errorf("the entries of %q are made", made)
	}
	if lazy.CarriesTx("fmt") || !lazy.TellsLoss(redsyncPkg) && lazy.TellsLoss(gormPkg) || !slices.Equal(made, []string{redsyncPkg, gormPkg}) {
		t.Errorf("entries are made of %q, asked for were those of redsync and gorm", made)
	}
}

// What the user says of a package does not hide what is known of the rest of it.
func TestUserBesideLibrary(t *testing.T) {
	c := With(User{
		Functions: []Entry{{Pkg: sqlPkg, Recv: []string{"DB"}, Name: "Ping", Role: Outbound, Protocol: "tcp", Client: Recv, TimeoutFields: []string{"T"}}},
		Errors:    []UserError{{Pkg: "example.com/shop", Name: "ErrTaken", Meaning: Busy}},
	})
	ping, query := name{sqlPkg, "DB", "Ping"}, name{sqlPkg, "DB", "QueryContext"}
	if e := c.entry(ping); e == nil || e.Role != Outbound {
		t.Errorf("the user's Ping: %+v", e)
	}
	if e := c.entry(query); e == nil || e != Standard().entry(query) {
		t.Errorf("the library's QueryContext: %+v", e)
	}
	if e := Standard().entry(ping); e != nil && e.Role == Outbound {
		t.Error("what a user says became known to all")
	}
	if c.errors()[name{pkg: "example.com/shop", name: "ErrTaken"}] != Busy || c.errors()[name{pkg: sqlPkg, name: "ErrNoRows"}] != NoRow {
		t.Error("an error is lost")
	}
	if !c.Has(sqlPkg) || !c.Has(gormPkg) || c.CallsOut(sqlPkg) || len(c.own) != 1 || c.own[0] != "example.com/shop" {
		t.Errorf("packages %q, outbound %q, own %q", c.packages, c.outbound, c.own)
	}
}
