package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFlagsIn(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                nil,
		"  ":                              nil,
		"-mod=mod -tags=a,b":              {"-mod=mod", "-tags=a,b"},
		" '-overlay=/a b/o.json'\t-race ": {"-overlay=/a b/o.json", "-race"},
		`"-ldflags=-X 'x'" -v`:            {"-ldflags=-X 'x'", "-v"},
		`-ldflags="x y"`:                  {`-ldflags="x`, `y"`}, // a quotation mark inside is one
		"'-a b":                           {"-a b"},              // the go command refuses it
		"''":                              {""},
	} {
		if got := flagsIn(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The name of an overlay may have spaces in it.
func TestOverlayQuoted(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "my over.json"), []byte(`{"Replace": {"a.go": "b.go"}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := readOverlay(dir, "-mod=mod '-overlay=my over.json'")
	if want := filepath.Join(dir, "b.go"); err != nil || got[filepath.Join(dir, "a.go")] != want {
		t.Errorf("%v, %v", got, err)
	}
}
