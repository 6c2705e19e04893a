package document

import (
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A Schema is a JSON Schema, or a part of one.
type Schema map[string]any

// A Describer adds to the schema of its type what the tags of fields cannot say.
type Describer interface{ DescribeSchema(Schema) }

// durationPattern is what time.ParseDuration takes, without a minus.
const durationPattern = `^\+?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$`

// SchemaOf is the schema of what [Decode] reads into a value of the type. Doc says what a field means that has no
// tag for it.
func SchemaOf(t reflect.Type, doc func(t reflect.Type, field string) string) Schema {
	v := reflect.New(t).Interface()
	s := plainSchema(t, v, doc)
	if d, ok := v.(Describer); ok {
		d.DescribeSchema(s)
	}
	return s
}

func plainSchema(t reflect.Type, v any, doc func(reflect.Type, string) string) Schema {
	switch x := v.(type) {
	case Decoder:
		return Schema{}
	case Text:
		return Schema{"type": "string"}
	case Choice:
		return Schema{"enum": x.Words()[1:]}
	case *time.Duration:
		return Schema{"type": "string", "pattern": durationPattern}
	}
	switch t.Kind() {
	case reflect.Struct:
		return objectSchema(t, doc)
	case reflect.Slice:
		item := SchemaOf(t.Elem(), doc)
		list := Schema{"type": "array", "items": item}
		if t.Elem().Kind() == reflect.String {
			return Schema{"anyOf": []Schema{item, list}}
		}
		return list
	case reflect.Map:
		return Schema{"type": "object", "additionalProperties": SchemaOf(t.Elem(), doc)}
	case reflect.String:
		return Schema{"type": "string"}
	case reflect.Bool:
		return Schema{"type": "boolean"}
	}
	return Schema{"type": "integer", "minimum": 0}
}

func objectSchema(t reflect.Type, doc func(reflect.Type, string) string) Schema {
	properties := Schema{}
	var required []string
	for f := range t.Fields() {
		if Hidden(f) {
			continue
		}
		s := SchemaOf(f.Type, doc)
		text := f.Tag.Get("doc")
		if text == "" {
			text = doc(t, f.Name)
		}
		if text != "" {
			s["description"] = text
		}
		if least, err := strconv.Atoi(f.Tag.Get("min")); err == nil {
			s["minimum"] = least
		}
		of := s
		if any, ok := s["anyOf"].([]Schema); ok { // one text, or a list of texts
			of = any[0]
		}
		if p := f.Tag.Get("pattern"); p != "" {
			of["pattern"] = p
		}
		if f.Tag.Get("required") != "" {
			required = append(required, KeyOf(f))
			if of["type"] == "string" {
				of["minLength"] = 1
			}
		}
		properties[KeyOf(f)] = s
	}
	out := Schema{"type": "object", "properties": properties, "additionalProperties": false}
	if required != nil {
		out["required"] = required
	}
	return out
}

// Keys are the keys of an object that users write, with their parents before them: rules, catalog.functions.pkg.
func Keys(t reflect.Type) []string {
	var out []string
	for f := range t.Fields() {
		if Hidden(f) {
			continue
		}
		key := KeyOf(f)
		out = append(out, key)
		of := f.Type
		if of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if _, text := reflect.New(of).Interface().(Text); of.Kind() == reflect.Struct && !text {
			for _, k := range Keys(of) {
				out = append(out, strings.Join([]string{key, k}, "."))
			}
		}
	}
	return out
}
