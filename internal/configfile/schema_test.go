package configfile

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("locklint.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("locklint.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plain is the value that a validator of JSON takes.
func plain(n *document.Node) any {
	switch {
	case n.Items != nil:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = plain(item)
		}
		return out
	case n.Members != nil:
		out := map[string]any{}
		for _, m := range n.Members {
			out[m.Key] = plain(m.Node)
		}
		return out
	}
	return n.Value
}

// examples are the configurations in the pages for users.
func examples(t *testing.T) []string {
	t.Helper()
	var pages, out []string
	for _, pattern := range []string{"../../README.md", "../../docs/*.md", "../../docs/rules/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, names...)
	}
	block := regexp.MustCompile("(?s)```(?:yaml|json)\n(.*?)```")
	for _, name := range pages {
		if filepath.Base(name) == "integration.md" { // shows files of other programs
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range block.FindAllStringSubmatch(string(text), -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// What is right for the schema is right for locklint, and the reverse, in all that a schema can say.
func TestSchema(t *testing.T) {
	s := schema(t)
	validate := func(doc string) error {
		n, err := parseYAML([]byte(doc))
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		return s.Validate(plain(n))
	}
	shown := examples(t)
	if len(shown) < 3 {
		t.Errorf("the pages show %d configurations", len(shown))
	}
	for _, doc := range append(shown,
		"{}", "review: false", "rules: {leakedlock: off, staleread: true}", "categories: {localmutex/singleton: on, staleread/unused-directive: off}",
		"exclude: [{path: '*_gen.go', reason: x}, {path: 'a/**/b*/*', reason: x, rules: staleread}, {path: a, reason: x, rules: [staleread/value, staleread]}]",
		"localmutex: {replicas: 1}", "keytemplate: {funcs: ex.com/a.F}", "keytemplate: {funcs: [ex.com/a.F, gopkg.in/a.v3.T.M]}", "keytemplate: {funcs: []}",
		"blockingcall: {sleep: 1m30s}", "claimonly: {retry: '0'}", "catalog: {functions: [], types: [], errors: []}",
		"catalog: {functions: [{pkg: a, name: F, role: acquire, key: arg0.TTL, ttlUnit: 1s, recv: [T, U], shared: true, args: 2, returns: [result0, recv.ok]}]}",
		"catalog: {functions: [{pkg: a, name: F, role: run-in-tx, func: arg1, tx: arg1.param0, token: 'option:With.0', value: 'constant:x y'}]}",
		"catalog: {types: [{pkg: a, name: T, scope: tx, store: sql}], errors: [{pkg: a, name: E, meaning: busy}]}",
	) {
		if _, err := Parse([]byte(doc)); err != nil {
			t.Errorf("locklint: %v in\n%s", err, doc)
		}
		if err := validate(doc); err != nil {
			t.Errorf("the schema: %v in\n%s", err, doc)
		}
	}
	for _, doc := range []string{
		"reviw: true", "review: yes", "review: 1", "rules: [leakedlock]", "rules: {leakdlock: off}", "rules: {leakedlock: no}", "categories: {staleread/vlaue: off}",
		"exclude: {path: a, reason: b}", "exclude: [{path: a}]", "exclude: [{reason: a}]", "exclude: [{path: a, reason: ' '}]", "exclude: [{path: a/, reason: x}]",
		"exclude: [{path: /a, reason: x}]", "exclude: [{path: 'a/b**', reason: x}]", "exclude: [{path: a, reason: x, rules: [stalread]}]", "localmutex: {replicas: 0}",
		"localmutex: {replicas: two}", "localmutex: {replica: 1}", "localmutex: 1", "keytemplate: {funcs: F}", "keytemplate: {funcs: [(*a.T).M]}", "keytemplate: {funcs: {}}",
		"blockingcall: {sleep: 2}", "blockingcall: {sleep: 2 seconds}", "claimonly: {retry: -1s}", "claimonly: null", "catalog: {function: []}",
		"catalog: {functions: [{name: F, role: acquire, key: arg0}]}", "catalog: {functions: [{pkg: a, name: F, key: arg0}]}",
		"catalog: {functions: [{pkg: a, name: F, role: aquire, key: arg0}]}", "catalog: {functions: [{pkg: a, name: F, role: acquire}]}",
		"catalog: {functions: [{pkg: a, name: F, role: try-acquire, key: arg0}]}", "catalog: {functions: [{pkg: a, name: F, role: acquire, key: agr0}]}",
		"catalog: {functions: [{pkg: a, name: F, role: acquire, key: arg0.ttl}]}", "catalog: {functions: [{pkg: a, name: F, role: acquire, key: arg0, kind: leese}]}",
		"catalog: {functions: [{pkg: a, name: F, role: acquire, key: arg0, defaultTTL: 30}]}", "catalog: {functions: [{pkg: '', name: F, role: acquire, key: arg0}]}",
		"catalog: {types: [{pkg: a}]}", "catalog: {errors: [{pkg: a, name: E}]}", "catalog: {errors: [{pkg: a, name: E, meaning: none}]}", "[]", "text",
	} {
		if _, err := Parse([]byte(doc)); err == nil {
			t.Errorf("locklint takes\n%s", doc)
		}
		if validate(doc) == nil {
			t.Errorf("the schema takes\n%s", doc)
		}
	}
}

// A key without a description helps nobody.
func TestSchemaDescribes(t *testing.T) {
	text, err := config.Schema()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := config.Schema()
	if !bytes.Equal(text, again) {
		t.Error("written twice, it differs")
	}
	for _, want := range []string{
		`"description": "how many processes of the service run at once; 1 turns the rule localmutex off"`,
		"\"description\": \"a time.Duration, or seconds where `ttlUnit` says so\"",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("it lacks %s", want)
		}
	}
}
