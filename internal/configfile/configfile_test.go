package configfile

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/document"
)

func TestParse(t *testing.T) {
	const doc = `# What this project is like.
review: true
rules:
  leakedlock: off   # a text in YAML 1.2
  "staleread": false
categories: {unlockbeforecommit/callee: off}
exclude:
  - path: internal/legacy/**
    reason: >
      goes away
      in May
  - {path: a.go, reason: 'it is', rules: staleread}
localmutex:
  replicas: 1
blockingcall: {sleep: 2s}
catalog:
  functions:
    - pkg: ex.com/lock
      recv: [Locker]
      name: Obtain
      role: try-acquire
      key: arg1
      err: result1
`
	want := config.Default()
	want.Review = true
	want.Rules = config.Switches{"leakedlock": false, "staleread": false}
	want.Categories = config.Switches{"unlockbeforecommit/callee": false}
	want.Exclude = []config.Exclude{{Path: "internal/legacy/**", Reason: "goes away in May\n"}, {Path: "a.go", Reason: "it is", Rules: []string{"staleread"}}}
	want.LocalMutex.Replicas = 1
	want.BlockingCall.Sleep = 2 * time.Second
	want.Catalog.Functions = []catalog.Entry{{
		At: "18:7", Pkg: "ex.com/lock", Recv: []string{"Locker"}, Name: "Obtain", Role: catalog.TryAcquire,
		Key: catalog.Arg(1), Err: catalog.Result(1),
	}}
	got, err := Parse([]byte(doc))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	again, err := config.DecodeCanonical(got.Canonical())
	if err != nil || !reflect.DeepEqual(again, got) {
		t.Errorf("the inline document %s gives %+v, %v", got.Canonical(), again, err)
	}
}

func TestParseNothing(t *testing.T) {
	for _, doc := range []string{"", "\n\n", "# nothing\n", "---\n", "{}\n", "---\n# nothing\n"} {
		if got, err := Parse([]byte(doc)); err != nil || !reflect.DeepEqual(got, config.Default()) {
			t.Errorf("%q: %+v, %v", doc, got, err)
		}
	}
	if got, err := Parse([]byte("{\"review\": true,\n\"rules\": {\"staleread\": false}}")); err != nil || !got.Review {
		t.Errorf("JSON: %+v, %v", got, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{"reviw: true\n", `1:1: unknown key "reviw": did you mean "review"?`},
		{"review: yes\n", `1:9: "review" must be true or false, not "yes"`},
		{"localmutex:\n  replicas: two\n", `2:13: "replicas" must be a whole number, not "two"`},
		{"localmutex:\n  replicas: 0\n", `2:13: "replicas" must be at least 1`},
		{"localmutex:\n", `1:13: "localmutex" must be an object, not null`},
		{"blockingcall:\n  sleep: 2\n", `2:10: "sleep" must be a length of time`},
		{"rules:\n- leakedlock\n", `2:1: "rules" must be an object, not a list`},
		{"rules:\n  leakdlock: off\n", `2:3: there is no rule "leakdlock": did you mean "leakedlock"?`},
		{"catalog:\n  functions:\n  - pkg: a\n    name: F\n    role: aquire\n", `5:11: "role" cannot be "aquire": did you mean "acquire"?`},
		{"catalog:\n  functions:\n  - pkg: a\n    name: F\n", `3:5: "role" is missing`},
		{"review: true\nreview: false\n", `2:1: mapping key "review" already defined`},
		{"a: [1\n", `1:4: sequence end token ']' not found`},
		{"a: b: c\n", `1:4: mapping value is not allowed in this context`},
		{"\treview: true\n", `1:7: tab character`},
		{"review: true\n---\nreview: false\n", `3:1: a second document`},
		{"rules:\n\tlocalmutex: off\n", `2:1: a tab: YAML is indented with spaces`},
		{"review: &x true\n", `1:9: Anchor cannot be used here`},
		{"rules: &x {}\ncategories: *x\n", `1:8: Anchor cannot be used here`},
		{"review: !!bool true\n", `1:9: Tag cannot be used here`},
		{"<<: {review: true}\n", `1:1: a key must be a text`},
		{"1: true\n", `1:1: a key must be a text`},
		{"- review\n", `1:1: the document must be an object, not a list`},
		{"review\n", `1:1: the document must be an object, not "review"`},
	} {
		got, err := Parse([]byte(tt.doc))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.doc, err, tt.want)
		}
		if !reflect.DeepEqual(got, config.Default()) {
			t.Errorf("%q: %+v beside an error", tt.doc, got)
		}
	}
}

func TestFindMisnamed(t *testing.T) {
	root := t.TempDir()
	wrong := filepath.Join(root, ".locklint.yml")
	if err := os.WriteFile(wrong, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(root, "a")
	if err := os.Mkdir(below, 0o777); err != nil {
		t.Fatal(err)
	}
	if name, err := Find(below); name != "" || err == nil || err.Error() != wrong+" is not read: call it .locklint.yaml" {
		t.Errorf("found %q, %v", name, err)
	}
	if err := os.WriteFile(filepath.Join(below, Name), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if name, err := Find(below); name != filepath.Join(below, Name) || err != nil {
		t.Errorf("found %q, %v: what stands nearer holds", name, err)
	}
}

// A link that comes with the code leads to no file of the user.
func TestFindLink(t *testing.T) {
	root := t.TempDir()
	dir, away := filepath.Join(root, "a"), filepath.Join(root, "b")
	for _, name := range []string{filepath.Join(dir, "c"), away} {
		if err := os.MkdirAll(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{filepath.Join(dir, "c", "x.yaml"), filepath.Join(away, "x.yaml")} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	linked := filepath.Join(root, "linked")
	if err := os.Symlink("a", linked); err != nil {
		t.Skip(err)
	}
	const out, odd = " is a symbolic link out of its directory, which is not followed: name the file itself with -config", " is no ordinary file"
	for _, tt := range []struct{ to, wrong string }{
		{"c/x.yaml", ""}, {"../a/c/x.yaml", ""}, {"../b/x.yaml", out}, {filepath.Join(away, "x.yaml"), out}, {"/dev/zero", odd},
	} {
		name := filepath.Join(dir, Name)
		_ = os.Remove(name)
		if err := os.Symlink(tt.to, name); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{dir, linked} { // the directory may be a link itself
			got, err := Find(from)
			name := filepath.Join(from, Name)
			if tt.wrong == "" && (err != nil || got != name) || tt.wrong != "" && (err == nil || got != "" || err.Error() != name+tt.wrong) {
				t.Errorf("a link to %s: found %q, %v", tt.to, got, err)
			}
		}
	}
}

func TestFindAndRead(t *testing.T) {
	root := t.TempDir()
	below := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(filepath.Join(below, Name), 0o777); err != nil { // a directory is no file
		t.Fatal(err)
	}
	if name, err := Find(below); err != nil || strings.HasPrefix(name, root) {
		t.Errorf("found %q, %v", name, err)
	}
	want := filepath.Join(root, Name)
	if err := os.WriteFile(want, []byte("catalog:\n  types:\n  - {pkg: p, name: T}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{root, below} {
		if name, err := Find(dir); err != nil || name != want {
			t.Errorf("from %s: found %q, %v", dir, name, err)
		}
	}
	c, err := Read(want, "x.yaml")
	if err != nil || c.Catalog.Types[0].At != "x.yaml:3:5" {
		t.Errorf("got %+v, %v", c, err)
	}
	if err := os.WriteFile(want, []byte("x: 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(want, "x.yaml"); err == nil || !strings.HasPrefix(err.Error(), "x.yaml:1:1: unknown key") {
		t.Errorf("error %v", err)
	}
	if _, err := Read(filepath.Join(root, "none"), "none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"review: true\n", "rules: {a: b}\n- x\n", "a: |\n  b\n", "? x\n: y\n", "%YAML 1.2\n---\n", "a: &b [*b]\n", "\"\\xff\": 1\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		c, err := Parse([]byte(doc))
		if err != nil {
			var mistake *document.Error
			if !errors.As(err, &mistake) || mistake.Line < 1 || mistake.Column < 1 {
				t.Fatalf("%q: %#v says not where", doc, err)
			}
			return
		}
		if again, err := config.DecodeCanonical(c.Canonical()); err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("%q: inline %s gives %+v, %v", doc, c.Canonical(), again, err)
		}
	})
}
