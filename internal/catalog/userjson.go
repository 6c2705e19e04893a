package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A node is a value of a JSON document and where it begins.
type node struct {
	offset  int
	value   any      // a text, number or bool; nil for null, a list, an object
	items   []*node  // of a list; nil if it is none
	members []member // of an object; nil if it is none
}

type member struct {
	key    string
	offset int
	node   *node
}

func (n *node) kind() string {
	switch v := n.value.(type) {
	case string:
		return strconv.Quote(v)
	case bool, json.Number:
		return fmt.Sprint(v)
	}
	switch {
	case n.items != nil:
		return "a list"
	case n.members != nil:
		return "an object"
	}
	return "null"
}

type nodeParser struct {
	doc []byte
	dec *json.Decoder
}

// parseNode reads a whole document: nothing may stand behind it, no key of an object may come twice.
func parseNode(doc []byte) (*node, error) {
	p := nodeParser{doc, json.NewDecoder(bytes.NewReader(doc))}
	p.dec.UseNumber()
	n, err := p.node()
	if err != nil {
		return nil, err
	}
	offset := p.next()
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errorAt(doc, offset, "text behind the document")
	}
	return n, nil
}

// next is where the next token begins.
func (p nodeParser) next() int {
	i := int(p.dec.InputOffset())
	for i < len(p.doc) && strings.IndexByte(" \t\r\n,:", p.doc[i]) >= 0 {
		i++
	}
	return i
}

func (p nodeParser) token() (json.Token, int, error) {
	offset := p.next()
	tok, err := p.dec.Token()
	if err == nil {
		return tok, offset, nil
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, 0, errorAt(p.doc, offset, "%v", syntax)
	}
	return nil, 0, errorAt(p.doc, len(p.doc), "unexpected end of JSON input")
}

func (p nodeParser) node() (*node, error) {
	tok, offset, err := p.token()
	if err != nil {
		return nil, err
	}
	n := &node{offset: offset}
	switch tok {
	case json.Delim('['):
		n.items = []*node{}
		for p.dec.More() {
			item, err := p.node()
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
	case json.Delim('{'):
		n.members = []member{}
		seen := map[string]bool{}
		for p.dec.More() {
			key, at, err := p.token()
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			if seen[name] {
				return nil, errorAt(p.doc, at, "field %q is given twice", name)
			}
			seen[name] = true
			value, err := p.node()
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, member{name, at, value})
		}
	default:
		n.value = tok
		return n, nil
	}
	_, _, err = p.token() // the end of the list or object
	return n, err
}

// encode writes a value so that the decoder reads it back.
func encode(b *bytes.Buffer, v reflect.Value) error {
	switch x := v.Interface().(type) {
	case Place:
		return encodeText(b, x.String())
	case time.Duration:
		return encodeText(b, x.String())
	}
	if names := enumNames(v.Type()); names != nil {
		return encodeText(b, names[v.Uint()])
	}
	switch v.Kind() {
	case reflect.Struct:
		b.WriteByte('{')
		first := true
		for i, name := range fieldNames(v.Type()) {
			if v.Field(i).IsZero() {
				continue
			}
			if !first {
				b.WriteByte(',')
			}
			first = false
			fmt.Fprintf(b, "%q:", name)
			if err := encode(b, v.Field(i)); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := encode(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case reflect.String:
		return encodeText(b, v.String())
	default:
		fmt.Fprint(b, v.Interface())
	}
	return nil
}

func encodeText(b *bytes.Buffer, text string) error {
	out, err := json.Marshal(text)
	b.Write(out)
	return err
}

// enumNames are the words for the values of a type that is a choice; nil if it is none. The first stands for nothing.
func enumNames(t reflect.Type) []string {
	switch reflect.Zero(t).Interface().(type) {
	case Role:
		out := make([]string, len(roleNames))
		for i, n := range roleNames {
			out[i] = word(n)
		}
		return out
	case LockKind:
		return []string{"unknown", "process", "lease", "session", "transaction"}
	case Store:
		return []string{"none", "sql", "redis", "mongo", "etcd", "embedded", "consul", "zookeeper", "dynamo"}
	case Scope:
		return []string{"any", "pool", "pinned", "tx"}
	case Answer:
		return []string{"none", "later", "direct"}
	case Meaning:
		return []string{"none", "no-row", "busy", "lost", "duplicate", "ended", "discard"}
	}
	return nil
}

// word writes a name of this package as users write it: TryAcquire is try-acquire.
func word(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func fieldNames(t reflect.Type) []string {
	out := make([]string, t.NumField())
	for i := range out {
		out[i] = jsonName(t.Field(i).Name)
	}
	return out
}

// jsonName writes the name of a field as users write it: TTLUnit is ttlUnit.
func jsonName(name string) string {
	upper := 0
	for upper < len(name) && name[upper] >= 'A' && name[upper] <= 'Z' {
		upper++
	}
	if upper > 1 && upper < len(name) {
		upper-- // the last begins the next word
	}
	return strings.ToLower(name[:upper]) + name[upper:]
}

// nearest names the right name that is nearest to a wrong one, or all where none is near.
func nearest(wrong string, names []string) string {
	best, distance := "", 0
	for _, n := range names {
		if d := editDistance(strings.ToLower(wrong), strings.ToLower(n)); best == "" || d < distance {
			best, distance = n, d
		}
	}
	if distance > max(2, len(best)/2) {
		return fmt.Sprintf(": it can be %s", strings.Join(names, ", "))
	}
	return fmt.Sprintf(": did you mean %q?", best)
}

// editDistance counts the letters to insert, delete, replace or swap with their neighbour to make b of a.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
