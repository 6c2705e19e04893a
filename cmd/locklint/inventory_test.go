package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/inventory/page"
	"github.com/locklint/locklint/internal/linttest"
)

var updateInventory = flag.Bool("inventory.update", false, "write what TestInventoryOfShop gets to its golden files")

// The inventory of the example, in each format, with a cold cache and with a warm one.
func TestInventoryOfShop(t *testing.T) {
	cache := t.TempDir()
	for _, format := range []string{"text", "json", "markdown", "html", "svg"} {
		golden := filepath.Join("testdata", "inventory", "shop."+format)
		var last []byte
		for _, procs := range []string{"1", "4"} {
			args := []string{"inventory", "-C", "../../examples/shop"}
			if format != "text" {
				args = append(args, "-"+format)
			}
			cmd := exec.Command(os.Args[0], args...)
			cmd.Env = append(linttest.Env("real"), "LOCKLINT_CACHE="+cache, "GOMAXPROCS="+procs)
			var wrong bytes.Buffer
			cmd.Stderr = &wrong
			out, err := cmd.Output()
			if err != nil || wrong.Len() > 0 {
				t.Fatalf("%v: %v: %s", args, err, &wrong)
			}
			if last != nil && !bytes.Equal(out, last) {
				t.Errorf("%s: two runs differ", format)
			}
			last = out
		}
		if format == "html" || format == "svg" {
			checkPicture(t, format, last)
			continue
		}
		if *updateInventory {
			if err := os.WriteFile(golden, last, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(last, want) {
			t.Errorf("%s differs from %s; if it is right now: go test ./cmd/locklint -run TestInventoryOfShop -inventory.update\n%s", format, golden, firstDifference(last, want))
		}
	}
}

// checkPicture holds what is drawn against the golden JSON: it is drawn from the same inventory.
func checkPicture(t *testing.T, format string, got []byte) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "inventory", "shop.json"))
	if err != nil {
		t.Fatal(err)
	}
	var inv inventory.Inventory
	if err := json.Unmarshal(data, &inv); err != nil {
		t.Fatal(err)
	}
	draw := map[string]func(io.Writer, *inventory.Inventory) error{"html": page.HTML, "svg": page.SVG}[format]
	var want bytes.Buffer
	if err := draw(&want, &inv); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not the picture of the inventory in shop.json", format) // a change of shop.json itself is told above
	}
}

func TestInventoryPictureOfDiff(t *testing.T) {
	for _, flag := range []string{"-html", "-svg"} {
		var out, wrong bytes.Buffer
		file := filepath.Join(t.TempDir(), "out")
		status := run([]string{"inventory", flag, "-diff", "HEAD", "-o", file}, &out, &wrong, analyzers.On)
		if _, err := os.Stat(file); status != statusFailed || !strings.Contains(wrong.String(), "leave out -diff") || err == nil {
			t.Errorf("%s -diff: status %d, %q, %v", flag, status, &wrong, err)
		}
	}
}

// firstDifference shows where two texts part.
func firstDifference(got, want []byte) string {
	a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range a {
		if i >= len(b) || !bytes.Equal(a[i], b[i]) {
			text := "got:  " + string(a[i])
			if i < len(b) {
				text += "\nwant: " + string(b[i])
			}
			return text
		}
	}
	return "it ends early"
}
