package config

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/document"
)

// Schema is the JSON Schema of a configuration, for editors.
func Schema() ([]byte, error) {
	s := document.SchemaOf(reflect.TypeFor[Config](), catalog.Describe)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "configuration of locklint"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(s) // maps are written in the order of their keys
	return b.Bytes(), err
}

// DescribeSchema names the rules and categories.
func (c *Config) DescribeSchema(s document.Schema) {
	properties := s["properties"].(document.Schema)
	for key, names := range map[string][]string{"rules": RuleNames(), "categories": categoryNames()} {
		of := properties[key].(document.Schema)
		each := document.Schema{}
		for _, name := range names {
			each[name] = of["additionalProperties"]
		}
		of["properties"], of["additionalProperties"] = each, false
	}
}

// DescribeSchema says what a switch is written as.
func (s *Switch) DescribeSchema(schema document.Schema) {
	schema["enum"] = []any{"on", "off", true, false}
}

// DescribeSchema names the rules and categories, and says what a pattern cannot be.
func (e *Exclude) DescribeSchema(s document.Schema) {
	properties := s["properties"].(document.Schema)
	each := properties["rules"].(document.Schema)["anyOf"].([]document.Schema)[0]
	each["enum"] = append(RuleNames(), categoryNames()...)
	properties["reason"].(document.Schema)["pattern"] = `\S`
	properties["path"].(document.Schema)["pattern"] = pathPattern
}

// pathPattern is what checkPattern takes, but for what stands in brackets: parts between slashes, ** a part of its own.
const pathPattern = `^(\*\*|\*|(\*?[^/\\*])+\*?)(/(\*\*|\*|(\*?[^/\\*])+\*?))*$`
