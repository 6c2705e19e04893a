package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Decode reads an inline JSON document. The empty document is the default configuration. Unknown or
// repeated keys, values of a wrong type and anything behind the document are errors, which say where.
func Decode(doc string) (Config, error) {
	c := Default()
	if strings.TrimSpace(doc) == "" {
		return c, nil
	}
	if err := checkKeys(doc); err != nil {
		return Default(), err
	}
	dec := json.NewDecoder(strings.NewReader(doc))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return Default(), explain(doc, err)
	}
	return c, nil
}

// explain rewrites an error of encoding/json for somebody who wrote the document and does not know
// the Go types behind it.
func explain(doc string, err error) error {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return errorAt(doc, int(syntax.Offset), "%v", syntax)
	case errors.As(err, &typ):
		where := "the document"
		if typ.Field != "" {
			where = fmt.Sprintf("%q", typ.Field)
		}
		return errorAt(doc, int(typ.Offset), "%s must be %s, not %s", where, plainType(typ.Type.Kind().String()), typ.Value)
	}
	if key, ok := strings.CutPrefix(err.Error(), `json: unknown field "`); ok {
		key = strings.TrimSuffix(key, `"`)
		return errorAt(doc, keyOffset(doc, key)+1, "unknown key %q", key)
	}
	return errorAt(doc, 1, "%v", err)
}

// plainType names a kind of Go value as a JSON author would.
func plainType(kind string) string {
	switch kind {
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	case "slice", "array":
		return "a list"
	case "map", "struct":
		return "an object"
	}
	return "a number"
}

// errorAt makes an error that starts with the line and column of the byte before offset, which is
// how encoding/json counts: it names the offset behind the last byte read.
func errorAt(doc string, offset int, format string, args ...any) error {
	before := doc[:min(max(offset-1, 0), len(doc))]
	line := strings.Count(before, "\n") + 1
	col := len(before) - strings.LastIndex(before, "\n")
	return fmt.Errorf("%d:%d: %s", line, col, fmt.Sprintf(format, args...))
}

// checkKeys rejects what a json.Decoder lets pass: a key given twice (the last would win silently)
// and text behind the document.
func checkKeys(doc string) error {
	var any json.RawMessage
	if err := json.Unmarshal([]byte(doc), &any); err != nil {
		return explain(doc, err)
	}
	var err error
	walkKeys(doc, func(key string, offset int, again bool) bool {
		if again {
			err = errorAt(doc, offset+1, "key %q is given twice", key)
		}
		return !again
	})
	return err
}

// keyOffset finds where the first key of this name starts in the document.
func keyOffset(doc, name string) int {
	found := 0
	walkKeys(doc, func(key string, offset int, _ bool) bool {
		if key == name {
			found = offset
		}
		return key != name
	})
	return found
}

// walkKeys calls f for every object key of a well-formed document until f returns false, with the
// offset of its opening quote and whether its object had the key before.
func walkKeys(doc string, f func(key string, offset int, again bool) bool) {
	type frame struct {
		seen  map[string]bool // nil for a list
		value bool            // the next token of an object is a value
	}
	var stack []frame
	dec := json.NewDecoder(strings.NewReader(doc))
	for {
		start := int(dec.InputOffset())
		tok, err := dec.Token()
		if err != nil {
			return
		}
		delim, _ := tok.(json.Delim)
		if delim == '}' || delim == ']' {
			stack = stack[:len(stack)-1]
			continue
		}
		if len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.seen != nil && !top.value {
				key := tok.(string)
				if !f(key, start+strings.IndexByte(doc[start:], '"'), top.seen[key]) {
					return
				}
				top.seen[key], top.value = true, true
				continue
			}
			top.value = false
		}
		switch delim {
		case '{':
			stack = append(stack, frame{seen: make(map[string]bool)})
		case '[':
			stack = append(stack, frame{})
		}
	}
}
