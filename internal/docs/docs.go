// Package docs makes the pages that follow from the code: one for each rule, the table of rules in the README and
// the tables of docs/configuration.md. A test of package analyzers fails where a page is behind; go generate ./...
// writes them.
package docs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

// A Page is a file of the repository, named from its root.
type Page struct{ Name, Text string }

// Stale are the pages of the repository below root that the code has left behind, as they should be.
func Stale(root string) ([]Page, error) {
	var stale []Page
	pages, err := pages(root)
	if err != nil {
		return nil, err
	}
	for _, p := range pages {
		have, err := os.ReadFile(filepath.Join(root, p.Name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if string(have) != p.Text {
			stale = append(stale, p)
		}
	}
	return stale, nil
}

func pages(root string) ([]Page, error) {
	var out []Page
	set := rules()
	for _, a := range set {
		out = append(out, Page{"docs/rules/" + a.Name + ".md", rulePage(a)})
	}
	for name, tables := range map[string]map[string]string{
		"README.md":             {"rules": ruleTable(set)},
		"docs/configuration.md": {"keys": keyTable(), "entries": entryTables(), "roles": roleTable()},
		"docs/catalogue.md":     {"libraries": catalogueText()},
	} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		filled, err := fill(string(text), tables)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, Page{name, filled})
	}
	slices.SortFunc(out, func(a, b Page) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// rules are the rules that users see.
func rules() []*analysis.Analyzer {
	return slices.DeleteFunc(analyzers.New(config.Default()), func(a *analysis.Analyzer) bool { return a.Name == engine.ConfigName })
}

// fill replaces what stands between the marks of the tables.
func fill(text string, tables map[string]string) (string, error) {
	for name, table := range tables {
		begin, end := "<!-- generated: "+name+" -->\n", "<!-- end of "+name+" -->"
		before, rest, ok := strings.Cut(text, begin)
		_, after, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			return "", fmt.Errorf("the marks %q and %q are not there", strings.TrimSpace(begin), end)
		}
		text = before + begin + "\n" + table + "\n" + end + after
	}
	return text, nil
}

// rulePage is the page of a rule: its Doc, and its options.
func rulePage(a *analysis.Analyzer) string {
	var b strings.Builder
	title, body, _ := strings.Cut(strings.TrimSpace(a.Doc), "\n")
	fmt.Fprintf(&b, "<!-- Made of analyzers/%s/doc.go by go generate ./... -->\n\n# %s\n\n%s.\n\n", a.Name, a.Name, upper(title))
	b.WriteString(finding.Markdown(body))
	var options strings.Builder
	for _, o := range config.Options() {
		if strings.HasPrefix(o.Name, a.Name+".") {
			fmt.Fprintf(&options, "| `%s` | `-%s` | %s | %s |\n", o.Name, o.Name, code(o.Default), upper(o.Doc))
		}
	}
	if options.Len() > 0 {
		fmt.Fprintf(&b, "\n## Settings\n\n| key of [the configuration](../configuration.md) | flag | default | meaning |\n|---|---|---|---|\n%s", options.String())
	}
	return b.String()
}

func upper(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

func ruleTable(set []*analysis.Analyzer) string {
	var b strings.Builder
	b.WriteString("| rule | what it does |\n|---|---|\n")
	for _, a := range set {
		if a.Name == "directive" { // the text tells of it
			continue
		}
		title, _, _ := strings.Cut(a.Doc, "\n")
		fmt.Fprintf(&b, "| [`%s`](docs/rules/%s.md) | %s |\n", a.Name, a.Name, title)
	}
	return b.String()
}

// keyTable is the table of the keys of a configuration, but for those of the catalogue's entries.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| key | value | default | meaning |\n|---|---|---|---|\n")
	defaults := reflect.ValueOf(config.Default())
	var rows func(prefix string, v reflect.Value)
	rows = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			key := prefix + document.KeyOf(f)
			isList := f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct
			if meaning := f.Tag.Get("doc"); meaning != "" {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", key, valueOf(f), code(defaultOf(v.Field(i))), meaning)
			}
			switch {
			case f.Type == reflect.TypeFor[catalog.User]():
			case f.Type.Kind() == reflect.Struct:
				rows(key+".", v.Field(i))
			case isList:
				rows(key+"[].", reflect.New(f.Type.Elem()).Elem())
			}
		}
	}
	rows("", defaults)
	return b.String()
}

func defaultOf(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int64:
		return fmt.Sprint(v.Interface())
	}
	return ""
}

// valueOf says what is written for a field.
func valueOf(f reflect.StructField) string {
	required := ""
	if f.Tag.Get("required") != "" {
		required = ", required"
	}
	v := reflect.New(f.Type).Interface()
	switch v.(type) {
	case *config.Switches:
		return "`on` or `off` for each name"
	case *catalog.Place:
		return "place"
	case *catalog.User:
		return "see below"
	case document.Choice:
		return "word" + required
	}
	switch f.Type.String() {
	case "time.Duration":
		return "length of time, `30s`"
	case "map[string][]string":
		return "list of texts for each name"
	case "[]string":
		return "list of texts"
	case "[]catalog.Place":
		return "list of places"
	}
	switch f.Type.Kind() {
	case reflect.Bool:
		return "`true` or `false`"
	case reflect.Int:
		return "number"
	case reflect.Slice:
		return "list"
	}
	return "text" + required
}

// entryTables are the tables of the keys of the catalogue's entries.
func entryTables() string {
	var b strings.Builder
	for i, t := range []reflect.Type{reflect.TypeFor[catalog.Entry](), reflect.TypeFor[catalog.TypeEntry](), reflect.TypeFor[catalog.UserError]()} {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "In `catalog.%s`:\n\n| key | value | meaning |\n|---|---|---|\n", [...]string{"functions", "types", "errors"}[i])
		for f := range t.Fields() {
			if document.Hidden(f) {
				continue
			}
			value := valueOf(f)
			if c, ok := reflect.New(f.Type).Interface().(document.Choice); ok && f.Type != reflect.TypeFor[catalog.Role]() {
				value = "`" + strings.Join(c.Words()[1:], "`, `") + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", document.KeyOf(f), value, strings.ReplaceAll(catalog.Describe(t, f.Name), "|", `\|`))
		}
	}
	return b.String()
}

func roleTable() string {
	var b strings.Builder
	b.WriteString("| role | what the function does |\n|---|---|\n")
	for i, word := range catalog.Role(0).Words() {
		if i > 0 {
			fmt.Fprintf(&b, "| `%s` | %s |\n", word, strings.ReplaceAll(catalog.DescribeRole(catalog.Role(i)), "|", `\|`))
		}
	}
	return b.String()
}
