package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct {
		doc  string
		want Config
	}{
		{"", Config{}},
		{" \n", Config{}},
		{"{}", Config{}},
		{`{"review": true}`, Config{Review: true}},
		{`{"review": false}`, Config{}},
	} {
		got, err := Decode(tt.doc)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Decode(%q) = %+v, %v, want %+v", tt.doc, got, err, tt.want)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{`{"review": true, "colour": 1}`, `1:18: unknown key "colour"`},
		{"{\n  \"colour\": 1\n}", `2:3: unknown key "colour"`},
		{`{"review": "yes"}`, `"review" must be true or false, not string`},
		{`[true]`, `1:1: the document must be an object, not array`},
		{`{"review": tru}`, `1:15: invalid character`},
		{`{"review": true`, `1:15: unexpected end of JSON input`},
		{`{"review": true} {}`, `1:18: invalid character '{' after top-level value`},
		{`{"review": true, "review": false}`, `1:18: key "review" is given twice`},
		{`.locklint.yaml`, `1:1: invalid character '.'`},
	} {
		got, err := Decode(tt.doc)
		if err == nil {
			t.Errorf("Decode(%q) = %+v, want an error", tt.doc, got)
			continue
		}
		if !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Decode(%q): error %q, want %q in it", tt.doc, err, tt.want)
		}
		if !reflect.DeepEqual(got, Default()) {
			t.Errorf("Decode(%q) = %+v beside an error, want the default", tt.doc, got)
		}
	}
}

// A configuration must survive the way to another process unchanged, whatever its fields.
func TestCanonicalRoundTrip(t *testing.T) {
	var full Config
	fill(reflect.ValueOf(&full).Elem())
	for _, c := range []Config{Default(), full} {
		got, err := Decode(c.Canonical())
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("Decode(%q) = %+v, %v, want %+v", c.Canonical(), got, err, c)
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
		v.SetString("x")
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"review":true}`, `{"review":1}`, `{"a":{"b":[1,{"c":2}]}}`, "[", `{"a":1}x`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		c, err := Decode(doc)
		if err != nil {
			return
		}
		again, err := Decode(c.Canonical())
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("Decode(%q) = %+v, but its canonical form %q gives %+v, %v", doc, c, c.Canonical(), again, err)
		}
	})
}
