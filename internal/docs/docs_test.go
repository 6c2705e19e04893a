package docs

import (
	"reflect"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
)

func TestFill(t *testing.T) {
	const text = "a\n<!-- generated: x -->\nold\n<!-- end of x -->\nb\n"
	got, err := fill(text, map[string]string{"x": "new\n"})
	if want := "a\n<!-- generated: x -->\n\nnew\n\n<!-- end of x -->\nb\n"; err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
	if again, err := fill(got, map[string]string{"x": "new\n"}); err != nil || again != got {
		t.Errorf("filled twice: %q, %v", again, err)
	}
	if _, err := fill("<!-- generated: x -->\n", map[string]string{"x": "new\n"}); err == nil {
		t.Error("a mark that is not there is no error")
	}
}

// Every key that a user can write is in a table, with what it means.
func TestEveryKeyIsDescribed(t *testing.T) {
	keys, entries := keyTable(), entryTables()
	for _, key := range document.Keys(reflect.TypeFor[config.Config]()) {
		table, shown := keys, "| `"+key+"` |"
		switch {
		case strings.HasPrefix(key, "catalog."):
			table, shown = entries, "| `"+key[strings.LastIndexByte(key, '.')+1:]+"` |"
		case strings.HasPrefix(key, "exclude."):
			shown = strings.Replace(shown, "exclude.", "exclude[].", 1)
		}
		if strings.HasSuffix(key, ".at") || key == "catalog.functions" || key == "catalog.types" || key == "catalog.errors" || key == "inventory" || isGroup(key) {
			continue
		}
		_, row, found := strings.Cut(table, shown)
		row, _, _ = strings.Cut(row, "\n")
		if cells := strings.Split(row, " | "); !found || len(strings.Trim(cells[len(cells)-1], " |")) < 3 {
			t.Errorf("the key %s is in no table, or nobody says what it means: %q", key, row)
		}
	}
	for i, word := range catalog.Role(0).Words() {
		if i > 0 && len(catalog.DescribeRole(catalog.Role(i))) < 3 {
			t.Errorf("nobody says what the role %s is", word)
		}
	}
}

// isGroup tells a key that only holds the options of a rule.
func isGroup(key string) bool {
	for _, o := range config.Options() {
		if strings.HasPrefix(o.Name, key+".") {
			return true
		}
	}
	return false
}
