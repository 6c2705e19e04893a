package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestUnits reads the documents by which go vet gives a unit: which have no facts, and where to look for a configuration.
func TestUnits(t *testing.T) {
	for _, tt := range []struct {
		doc      string
		factless bool
		dir      string
	}{
		{`{"ImportPath": "net/http", "Dir": "/go/src/net/http", "VetxOnly": true}`, true, ""},
		{`{"ImportPath": "vendor/golang.org/x/net/idna", "Dir": "/go/src/x", "VetxOnly": true}`, true, ""},
		{`{"ImportPath": "net/http", "Dir": "/go/src/net/http"}`, false, ""}, // go vet net/http
		{`{"ImportPath": "example.com/shop/lock", "Dir": "/shop/lock", "ModulePath": "example.com/shop", "VetxOnly": true}`, false, "/shop/lock"},
		{`{"ImportPath": "github.com/x/y", "Dir": "/mod/y", "ModulePath": "github.com/x/y", "ModuleVersion": "v1.0.0", "VetxOnly": true}`, false, ""},
		{`{"ImportPath": "cmd", "Dir": "/svc/cmd", "ModulePath": "cmd", "VetxOnly": true}`, false, "/svc/cmd"}, // a module with a name like std's
		{`{"ImportPath": "command-line-arguments", "Dir": "/one", "VetxOnly": false}`, false, "/one"},
		{`{"ImportPath": 7}`, false, ""},
		{`{`, false, ""},
	} {
		name := filepath.Join(t.TempDir(), "unit.cfg")
		if err := os.WriteFile(name, []byte(tt.doc), 0o666); err != nil {
			t.Fatal(err)
		}
		u := readUnit([]string{"-config={}", name})
		if u.factless() != tt.factless || u.configDir() != tt.dir {
			t.Errorf("%s: factless %t, configuration from %q; want %t, %q", tt.doc, u.factless(), u.configDir(), tt.factless, tt.dir)
		}
	}
	if u := readUnit([]string{"-V=full"}); u != (vetUnit{}) {
		t.Errorf("a unit from -V=full: %+v", u)
	}
}
