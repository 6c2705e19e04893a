package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
)

// TestUnits reads the documents by which go vet gives a unit: of which only the types are written, and where to look for a configuration.
func TestUnits(t *testing.T) {
	foreign := `{"ImportPath": "github.com/x/y", "Dir": "/mod/y", "ModulePath": "github.com/x/y", "ModuleVersion": "v1.0.0", "VetxOnly": true, "ImportMap": {"fmt": "fmt", `
	for _, tt := range []struct {
		doc       string
		config    string
		typesOnly bool
		dir       string
	}{
		{`{"ImportPath": "net/http", "Dir": "/go/src/net/http", "VetxOnly": true}`, "{}", true, ""},
		{`{"ImportPath": "vendor/golang.org/x/net/idna", "Dir": "/go/src/x", "VetxOnly": true}`, "{}", true, ""},
		{`{"ImportPath": "net/http", "Dir": "/go/src/net/http"}`, "{}", false, ""}, // go vet net/http
		{`{"ImportPath": "example.com/shop/lock", "Dir": "/shop/lock", "ModulePath": "example.com/shop", "VetxOnly": true}`, "{}", false, "/shop/lock"},
		{foreign + `"sync": "sync"}}`, "{}", true, ""},
		{foreign + `"database/sql": "database/sql"}}`, "{}", false, ""}, // a library of the catalogue
		{foreign + `"example.com/db": "example.com/db"}}`, "{}", true, ""},
		{foreign + `"example.com/db": "example.com/db"}}`, `{"catalog": {"functions": [{"pkg": "example.com/db", "name": "Lock", "role": "acquire", "key": "arg0"}]}}`, false, ""},
		{foreign + `"sync": "sync"}}`, `{"catalog": {"functions": [{"pkg": "github.com/x/y", "name": "Lock", "role": "acquire", "key": "arg0"}]}}`, false, ""},
		{foreign + `"sync": "sync"}}`, "{", false, ""}, // what is wrong with it is said elsewhere
		{strings.Replace(foreign, "true", "false", 1) + `"sync": "sync"}}`, "{}", false, ""},
		{`{"ImportPath": "cmd", "Dir": "/svc/cmd", "ModulePath": "cmd", "VetxOnly": true}`, "{}", false, "/svc/cmd"}, // a module with a name like std's
		{`{"ImportPath": "command-line-arguments", "Dir": "/one", "VetxOnly": false}`, "{}", false, "/one"},
		{`{"ImportPath": 7}`, "{}", false, ""},
		{`{`, "{}", false, ""},
	} {
		name := filepath.Join(t.TempDir(), "unit.cfg")
		if err := os.WriteFile(name, []byte(tt.doc), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"-config=" + tt.config, name}
		u := readUnit(args)
		typesOnly := u.typesOnly(args, engine.New(config.Default()))
		if typesOnly != tt.typesOnly || u.configDir() != tt.dir {
			t.Errorf("%s, %s: types only %t, configuration from %q; want %t, %q", tt.doc, tt.config, typesOnly, u.configDir(), tt.typesOnly, tt.dir)
		}
	}
	if u := readUnit([]string{"-V=full"}); u.ImportPath != "" {
		t.Errorf("a unit from -V=full: %+v", u)
	}
}
