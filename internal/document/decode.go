package document

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// What a type can say of itself, with pointer receivers but for Words. What a field of a struct says of itself are
// its tags: json is its key, required that it must be given, min the least number, doc what it means, pattern and enum
// (a list with commas) what its texts look like.
type (
	// A Choice is one of some words; its values are their indices. The first stands for nothing and is not written.
	Choice interface{ Words() []string }

	// A Text is written as one text.
	Text interface {
		fmt.Stringer
		SetText(text string) error
	}

	// A Decoder reads itself. It is written as its kind of value is.
	Decoder interface {
		DecodeNode(n *Node, what string) error
	}

	// A Checker looks at an object that was read: what is missing, what does not fit together.
	Checker interface{ Check(n *Node) error }
)

// Decode reads the node into what v, a pointer, points to. What is not given keeps its value. Messages call
// the node by what.
func Decode(n *Node, v any, what string) error {
	return decode(n, reflect.ValueOf(v).Elem(), what)
}

func decode(n *Node, v reflect.Value, what string) error {
	switch x := v.Addr().Interface().(type) {
	case Decoder:
		return x.DecodeNode(n, what)
	case Text:
		return decodeText(n, x, what)
	case Choice:
		return decodeChoice(n, v, what, x.Words())
	case *time.Duration:
		return decodeDuration(n, x, what)
	}
	switch v.Kind() {
	case reflect.Struct:
		return decodeObject(n, v, what)
	case reflect.Slice:
		return decodeList(n, v, what)
	case reflect.Map:
		return decodeMap(n, v, what)
	case reflect.String:
		text, ok := n.Value.(string)
		if !ok {
			return n.Errorf("%s must be a text, not %v", what, n)
		}
		v.SetString(text)
		return nil
	case reflect.Bool:
		yes, ok := n.Value.(bool)
		if !ok {
			return n.Errorf("%s must be true or false, not %v", what, n)
		}
		v.SetBool(yes)
		return nil
	}
	number, _ := n.Value.(json.Number)
	i, err := strconv.Atoi(string(number))
	if err != nil || i < 0 {
		return n.Errorf("%s must be a whole number, not %v", what, n)
	}
	v.SetInt(int64(i))
	return nil
}

func decodeText(n *Node, x Text, what string) error {
	text, ok := n.Value.(string)
	if !ok {
		return n.Errorf("%s must be a text, not %v", what, n)
	}
	if err := x.SetText(text); err != nil {
		return n.Errorf("%s: %v", what, err)
	}
	return nil
}

func decodeChoice(n *Node, v reflect.Value, what string, words []string) error {
	text, ok := n.Value.(string)
	i := slices.Index(words, text)
	if !ok || i <= 0 {
		return n.Errorf("%s cannot be %v%s", what, n, Nearest(text, words[1:]))
	}
	v.SetUint(uint64(i))
	return nil
}

func decodeDuration(n *Node, x *time.Duration, what string) error {
	text, _ := n.Value.(string)
	length, err := time.ParseDuration(text)
	if err != nil || length < 0 {
		return n.Errorf(`%s must be a length of time such as "30s", not %v`, what, n)
	}
	*x = length
	return nil
}

func decodeObject(n *Node, v reflect.Value, what string) error {
	if n.Members == nil {
		return n.Errorf("%s must be an object, not %v", what, n)
	}
	keys := keysOf(v.Type())
	for _, m := range n.Members {
		i := slices.Index(keys, m.Key)
		if i < 0 {
			return m.Errorf("unknown key %q%s", m.Key, Nearest(m.Key, writtenKeys(v.Type())))
		}
		if err := decode(m.Node, v.Field(i), strconv.Quote(m.Key)); err != nil {
			return err
		}
		if least, err := strconv.Atoi(v.Type().Field(i).Tag.Get("min")); err == nil && v.Field(i).Int() < int64(least) {
			return m.Node.Errorf("%q must be at least %d", m.Key, least)
		}
	}
	for i, key := range keys {
		if v.Type().Field(i).Tag.Get("required") != "" && v.Field(i).IsZero() {
			return n.Errorf("%q is missing", key)
		}
	}
	if c, ok := v.Addr().Interface().(Checker); ok {
		return c.Check(n)
	}
	return nil
}

// decodeList reads a list; one text alone stands for a list of it.
func decodeList(n *Node, v reflect.Value, what string) error {
	items := n.Items
	if _, text := n.Value.(string); text && v.Type().Elem().Kind() == reflect.String {
		items = []*Node{n}
	}
	if items == nil {
		return n.Errorf("%s must be a list, not %v", what, n)
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		if err := decode(item, out.Index(i), "each of "+what); err != nil {
			return err
		}
	}
	if len(items) == 0 { // what is empty and what is not given are one
		out = reflect.Zero(v.Type())
	}
	v.Set(out)
	return nil
}

func decodeMap(n *Node, v reflect.Value, what string) error {
	if n.Members == nil {
		return n.Errorf("%s must be an object, not %v", what, n)
	}
	out := reflect.MakeMap(v.Type())
	for _, m := range n.Members {
		x := reflect.New(v.Type().Elem()).Elem()
		if err := decode(m.Node, x, strconv.Quote(m.Key)); err != nil {
			return err
		}
		out.SetMapIndex(reflect.ValueOf(m.Key), x)
	}
	if len(n.Members) == 0 {
		out = reflect.Zero(v.Type())
	}
	v.Set(out)
	return nil
}
