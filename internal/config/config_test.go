package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/locklint/locklint/internal/catalog"
)

func TestDecode(t *testing.T) {
	with := func(change func(*Config)) Config {
		c := Default()
		change(&c)
		return c
	}
	for _, tt := range []struct {
		doc  string
		want Config
	}{
		{"", Default()},
		{" \n", Default()},
		{"{}", Default()},
		{`{"review": true}`, with(func(c *Config) { c.Review = true })},
		{`{"review": false}`, Default()},
		{`{"localmutex": {}, "keytemplate": {"funcs": []}, "blockingcall": {"sleep": "1000ms"}}`, Default()},
		{`{"localmutex": {"replicas": 1}}`, with(func(c *Config) { c.LocalMutex.Replicas = 1 })},
		{`{"keytemplate": {"funcs": ["ex.com/a.F", "ex.com/a.T.M"]}}`, with(func(c *Config) { c.KeyTemplate.Funcs = []string{"ex.com/a.F", "ex.com/a.T.M"} })},
		{`{"keytemplate": {"funcs": "gopkg.in/keys.v3.F"}}`, with(func(c *Config) { c.KeyTemplate.Funcs = []string{"gopkg.in/keys.v3.F"} })},
		{`{"blockingcall": {"sleep": "2s"}, "claimonly": {"retry": "5m"}}`, with(func(c *Config) { c.BlockingCall.Sleep, c.ClaimOnly.Retry = 2*time.Second, 5*time.Minute })},
		{`{"blockingcall": {"sleep": "0s"}}`, with(func(c *Config) { c.BlockingCall.Sleep = 0 })},
	} {
		got, err := Decode(tt.doc)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Decode(%q) = %+v, %v, want %+v", tt.doc, got, err, tt.want)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{`{"review": true, "colour": 1}`, `1:18: unknown key "colour": it can be review, rules, categories, exclude, catalog, localmutex,`},
		{"{\n  \"reveiw\": true\n}", `2:3: unknown key "reveiw": did you mean "review"?`},
		{`{"Review": true}`, `1:2: unknown key "Review": did you mean "review"?`},
		{`{"review": "yes"}`, `1:12: "review" must be true or false, not "yes"`},
		{`{"localmutex": {"replica": 1}}`, `1:17: unknown key "replica": did you mean "replicas"?`},
		{`{"localmutex": {"replicas": "1"}}`, `1:29: "replicas" must be a whole number, not "1"`},
		{`{"localmutex": {"replicas": 0}}`, `1:29: "replicas" must be at least 1`},
		{`{"localmutex": {"replicas": 1.5}}`, `1:29: "replicas" must be a whole number, not 1.5`},
		{`{"localmutex": 1}`, `1:16: "localmutex" must be an object, not 1`},
		{`{"localmutex": null}`, `1:16: "localmutex" must be an object, not null`},
		{`{"keytemplate": {"funcs": ["ex.com/a.F", "F"]}}`, `1:42: each of "funcs" must be the name of a function with its import path, such as`},
		{`{"keytemplate": {"funcs": "F"}}`, `1:27: each of "funcs" must be the name of a function`},
		{`{"keytemplate": {"funcs": ["(*ex.com/a.T).M"]}}`, `1:28: each of "funcs" must be the name of a function`},
		{`{"keytemplate": {"funcs": [1]}}`, `1:28: each of "funcs" must be a text, not 1`},
		{`{"keytemplate": {"funcs": {}}}`, `1:27: "funcs" must be a list, not an object`},
		{`{"blockingcall": {"sleep": 2}}`, `1:28: "sleep" must be a length of time such as "30s", not 2`},
		{`{"claimonly": {"retry": "-1s"}}`, `1:25: "retry" must be a length of time such as "30s", not "-1s"`},
		{`{"catalog": {"function": []}}`, `1:14: unknown key "function": did you mean "functions"?`},
		{`{"catalog": {"functions": [{"pkg": "p", "name": "F", "role": "aquire", "key": "arg0"}]}}`, `1:62: "role" cannot be "aquire": did you mean "acquire"?`},
		{`{"catalog": {"functions": [], "errors": [{"at": "a.yaml:1:1", "pkg": "p", "name": "E", "meaning": "busy"}]}}`, `1:43: unknown key "at": where an entry stands is known`},
		{`{"catalog": {"functions": [{"att": ""}]}}`, `1:29: unknown key "att": did you mean "ttl"?`},
		{`[true]`, `1:1: the document must be an object, not a list`},
		{`{"review": tru}`, `1:12: invalid character`},
		{`{"review": true`, `1:16: unexpected end of JSON input`},
		{`{"review": true} {}`, `1:18: text behind the document`},
		{`{"review": true, "review": false}`, `1:18: key "review" is given twice`},
		{`.locklint.yaml`, `1:1: invalid character '.'`},
	} {
		got, err := Decode(tt.doc)
		if err == nil {
			t.Errorf("Decode(%q) = %+v, want an error", tt.doc, got)
			continue
		}
		if !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Decode(%q): error %q, want %q", tt.doc, err, tt.want)
		}
		if !reflect.DeepEqual(got, Default()) {
			t.Errorf("Decode(%q) = %+v beside an error, want the default", tt.doc, got)
		}
	}
}

func TestOptions(t *testing.T) {
	c := Default()
	for _, tt := range []struct{ name, def, text, want string }{
		{"localmutex.replicas", "2", "1", `{"localmutex":{"replicas":1}}`},
		{"keytemplate.funcs", "", "a.F, b.T.M,", `{"keytemplate":{"funcs":["a.F","b.T.M"]}}`},
		{"keytemplate.funcs", "", "", ``},
		{"blockingcall.sleep", "1s", "1m", `{"blockingcall":{"sleep":"1m0s"}}`},
		{"claimonly.retry", "1m0s", "0s", `{"claimonly":{"retry":"0s"}}`},
	} {
		i := slices.IndexFunc(Options(), func(o Option) bool { return o.Name == tt.name })
		if i < 0 {
			t.Fatalf("there is no option %s", tt.name)
		}
		o := Options()[i]
		got := Default()
		if err := o.Set(&got, tt.text); err != nil || got.Canonical() != tt.want || o.Default != tt.def {
			t.Errorf("%s=%s: %s, %v, want %s; default %q", tt.name, tt.text, got.Canonical(), err, tt.want, o.Default)
		}
		if err := o.Set(&c, tt.text); err != nil {
			t.Error(err)
		}
	}
	if got, want := c.Canonical(), `{"localmutex":{"replicas":1},"blockingcall":{"sleep":"1m0s"},"claimonly":{"retry":"0s"}}`; got != want {
		t.Errorf("all of them: %s, want %s", got, want)
	}
	for _, o := range Options() {
		if o.Doc == "" {
			t.Errorf("%s: nobody can read what it means", o.Name)
		}
		if before := Default(); o.Set(&before, "\x00") == nil || !reflect.DeepEqual(before, Default()) {
			t.Errorf("%s takes nonsense", o.Name)
		}
	}
}

// A configuration must survive the way to another process unchanged, whatever its fields.
func TestCanonicalRoundTrip(t *testing.T) {
	full := Default()
	fill(reflect.ValueOf(&full).Elem())
	for _, c := range []Config{Default(), full} {
		got, err := DecodeCanonical(c.Canonical())
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("DecodeCanonical(%q) = %+v, %v, want %+v", c.Canonical(), got, err, c)
		}
	}
	if got := Default().Canonical(); got != "" {
		t.Errorf("canonical form of the default is %q, want none", got)
	}
	if full.Hash() == Default().Hash() {
		t.Error("two configurations have one hash")
	}
	if again := full; again.Hash() != full.Hash() {
		t.Error("the hash of one configuration differs")
	}
}

// fill sets every field, so that a field without a JSON name or of a type JSON cannot hold is found.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("ex.com/x.F")
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		if u, ok := v.Addr().Interface().(*catalog.User); ok { // which has rules of its own
			u.Functions = []catalog.Entry{{At: "a.yaml:1:1", Pkg: "ex.com/x", Name: "F", Role: catalog.Acquire, Key: catalog.Arg(0)}}
			return
		}
		if e, ok := v.Addr().Interface().(*Exclude); ok {
			*e = Exclude{"a/**", "old", []string{"staleread"}}
			return
		}
		if c, ok := v.Addr().Interface().(*Config); ok {
			c.Rules, c.Categories = Switches{"leakedlock": false}, Switches{"localmutex/singleton": true}
		}
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"review":true}`, `{"review":1}`, `{"a":{"b":[1,{"c":2}]}}`, "[", `{"a":1}x`, `{"rules":{"leakedlock":"off"},"exclude":[{"path":"a/**","reason":"x"}]}`, `{"keytemplate":{"funcs":["a.F"]},"blockingcall":{"sleep":"2s"},"localmutex":{"replicas":1}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		c, err := DecodeCanonical(doc)
		if err != nil {
			return
		}
		again, err := Decode(c.Canonical())
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("Decode(%q) = %+v, but its canonical form %q gives %+v, %v", doc, c, c.Canonical(), again, err)
		}
	})
}
