// Package generate writes the modules that the bench measures on. What it writes depends on its arguments only, and
// needs nothing that has to be downloaded for the bench's sake.
package generate

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var sources embed.FS

var templates = template.Must(template.New("").ParseFS(sources, "templates/*/*.tmpl"))

// Files are the files of a module: names with slashes, and what is in them.
type Files map[string][]byte

// Write puts the files below dir.
func (f Files) Write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// add makes a Go file of a template.
func (f Files) add(name, tmpl string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, tmpl, data); err != nil {
		return err
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f[name] = src
	return nil
}

// marker stands in a generated file behind what locklint has to find there.
const marker = "//want:"

// Want lists what locklint must find in the files, and nothing else: "file:line rule/category", sorted.
func (f Files) Want() []string {
	var out []string
	for name, src := range f {
		line := 0
		for text := range bytes.Lines(src) {
			line++
			if _, want, ok := strings.Cut(string(text), marker); ok {
				out = append(out, fmt.Sprintf("%s:%d %s", name, line, strings.TrimSpace(want)))
			}
		}
	}
	slices.Sort(out)
	return out
}
