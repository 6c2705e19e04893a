package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/locklint/locklint/internal/document"
)

// An Option is a setting that a flag can give as well: -blockingcall.sleep=2s.
type Option struct {
	Name    string // rule.key
	Doc     string
	Default string
	field   []int
}

// Options are the options of the rules, in the order of the document's keys.
func Options() []Option {
	var out []Option
	top := reflect.TypeFor[Config]()
	def := reflect.ValueOf(Default())
	for i := range top.NumField() {
		group := top.Field(i)
		if group.Type.Kind() != reflect.Struct || group.Type.PkgPath() != top.PkgPath() || group.Tag.Get("option") == "no" {
			continue
		}
		for k := range group.Type.NumField() {
			f := group.Type.Field(k)
			out = append(out, Option{
				Name:    document.KeyOf(group) + "." + document.KeyOf(f),
				Doc:     f.Tag.Get("doc"),
				Default: optionText(def.Field(i).Field(k)),
				field:   []int{i, k},
			})
		}
	}
	return out
}

func optionText(v reflect.Value) string {
	if list, ok := v.Interface().([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(v.Interface())
}

// Set changes the option in c to what the text of a flag says; a list is separated by commas.
func (o Option) Set(c *Config, text string) error {
	group, key, _ := strings.Cut(o.Name, ".")
	value := &document.Node{Line: 1, Column: 1, Value: text}
	switch reflect.TypeFor[Config]().FieldByIndex(o.field).Type.Kind() {
	case reflect.Slice:
		value = &document.Node{Items: []*document.Node{}}
		for _, part := range strings.Split(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				value.Items = append(value.Items, &document.Node{Value: part})
			}
		}
	case reflect.Int:
		value.Value = json.Number(text)
	}
	root := object(group, object(key, value))
	changed := *c
	if err := document.Decode(root, &changed, "the flag"); err != nil {
		var mistake *document.Error
		if errors.As(err, &mistake) { // a place says nothing here
			return errors.New(mistake.Text)
		}
		return err
	}
	*c = changed
	return nil
}

func object(key string, value *document.Node) *document.Node {
	return &document.Node{Members: []document.Member{{Key: key, Node: value}}}
}
