package document

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

type colour uint8

func (colour) Words() []string { return []string{"none", "red", "green"} }

type word struct{ text string }

func (w word) String() string { return w.text }

func (w *word) SetText(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	w.text = text
	return nil
}

type inner struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

func (i *inner) Check(n *Node) error {
	if i.Name == "bad" {
		return n.Get("name").Errorf("bad name")
	}
	return nil
}

type thing struct {
	On      bool
	TTL     time.Duration
	Colour  colour
	Word    word
	Inner   inner
	Many    []inner
	Texts   []string
	Choices map[string]colour
}

func TestRoundTrip(t *testing.T) {
	base := thing{TTL: time.Second, Inner: inner{"a", 1}}
	for _, tt := range []struct {
		doc, canonical string
		want           thing
	}{
		{`{}`, `{}`, base},
		{`{"ttl": "1000ms", "inner": {"count": 1}}`, `{}`, base},
		{`{"inner": {"count": 2}, "on": true}`, `{"on":true,"inner":{"count":2}}`, thing{On: true, TTL: time.Second, Inner: inner{"a", 2}}},
		{
			"{\"colour\": \"green\", \"word\": \"\\u00e4\\n\", \"ttl\": \"0s\",\n \"many\": [{\"name\": \"x\"}, {}], \"texts\": \"one\", \"choices\": {\"b\": \"red\", \"a\": \"green\"}}",
			`{"ttl":"0s","colour":"green","word":"ä\n","many":[{"name":"x"},{}],"texts":["one"],"choices":{"a":"green","b":"red"}}`,
			thing{Colour: 2, Word: word{"ä\n"}, Inner: inner{"a", 1}, Many: []inner{{Name: "x"}, {}}, Texts: []string{"one"}, Choices: map[string]colour{"a": 2, "b": 1}},
		},
		{`{"many": [], "choices": {}}`, `{}`, base},
	} {
		for _, doc := range []string{tt.doc, tt.canonical} {
			n, err := ParseJSON([]byte(doc))
			if err != nil {
				t.Fatalf("%s: %v", doc, err)
			}
			got := base
			if err := Decode(n, &got, "the document"); err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%s: got %+v, %v, want %+v", doc, got, err, tt.want)
			}
			if text := string(Encode(got, base)); text != tt.canonical {
				t.Errorf("%s: written as %s, want %s", doc, text, tt.canonical)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{`{"onn": true}`, `1:2: unknown key "onn": did you mean "on"?`},
		{`{"hello world": true}`, `1:2: unknown key "hello world": it can be on, ttl, colour, word, inner, many, texts, choices`},
		{"{\n\t\"inner\": {\"nam\": 1}}", `2:12: unknown key "nam": did you mean "name"?`},
		{`{"inner": {"name": "bad"}}`, `1:20: bad name`},
		{`{"colour": "gren"}`, `1:12: "colour" cannot be "gren": did you mean "green"?`},
		{`{"colour": "none"}`, `1:12: "colour" cannot be "none": it can be red, green`},
		{`{"colour": 1}`, `1:12: "colour" cannot be 1: it can be red, green`},
		{`{"word": ""}`, `1:10: "word": it is empty`},
		{`{"choices": {"a": "blue"}}`, `1:19: "a" cannot be "blue"`},
		{`{"choices": []}`, `1:13: "choices" must be an object, not a list`},
		{`{"many": [{}, 1]}`, `1:15: each of "many" must be an object, not 1`},
		{`{"texts": [[]]}`, `1:12: each of "texts" must be a text, not a list`},
		{`{"inner": {"count": 1e3}}`, `1:21: "count" must be a whole number, not 1e3`},
		{`{"inner": {"count": 99999999999999999999}}`, `1:21: "count" must be a whole number`},
		{`{"ttl": "1"}`, `1:9: "ttl" must be a length of time`},
	} {
		n, err := ParseJSON([]byte(tt.doc))
		if err == nil {
			err = Decode(n, new(thing), "the document")
		}
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.doc, err, tt.want)
		}
	}
}

func TestKeyOf(t *testing.T) {
	var v struct {
		TTLUnit, TTL, OK, Pkg, DefaultTTL, IfText int
		Other                                     int `json:"given"`
	}
	var got []string
	for f := range reflect.TypeOf(v).Fields() {
		got = append(got, KeyOf(f))
	}
	if want := "ttlUnit ttl ok pkg defaultTTL ifText given"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":null}],"c":"é"}`, "[", "{\"a\":1}x", "\xff", `{"a":1,"a":2}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		n, err := ParseJSON([]byte(doc))
		if err != nil {
			var mistake *Error
			if !errors.As(err, &mistake) || mistake.Line < 1 || mistake.Column < 1 {
				t.Fatalf("%q: %#v says not where", doc, err)
			}
			return
		}
		_ = Decode(n, new(thing), "the document")
	})
}

// A message lists the names that there are, unless they are too many.
func TestNearestAtTheLimit(t *testing.T) {
	const most = 80
	var names []string
	for i := range most + 1 {
		names = append(names, fmt.Sprintf("option-%d", i))
	}
	if got := Nearest("xyz", names[:most]); !strings.HasPrefix(got, ": it can be option-0, ") || !strings.HasSuffix(got, names[most-1]) {
		t.Errorf("%d names: %q", most, got)
	}
	if got := Nearest("xyz", names); got != "" {
		t.Errorf("%d names: %q", most+1, got)
	}
	if got := Nearest("optoin-7", names); got != `: did you mean "option-7"?` {
		t.Errorf("one that is near: %q", got)
	}
}
