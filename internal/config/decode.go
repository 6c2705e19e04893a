package config

import (
	"go/token"
	"strings"

	"github.com/locklint/locklint/internal/document"
)

// Decode reads an inline JSON document of a user. The empty document is the default configuration. Unknown or
// repeated keys, values of a wrong type and anything behind the document are errors, which say where.
func Decode(doc string) (Config, error) { return decode(doc, FromNode) }

// DecodeCanonical reads what [Config.Canonical] writes, in which entries of the catalogue say where they stood, or the
// document of a user.
func DecodeCanonical(doc string) (Config, error) { return decode(doc, fromNode) }

func decode(doc string, from func(*document.Node) (Config, error)) (Config, error) {
	if strings.TrimSpace(doc) == "" {
		return Default(), nil
	}
	root, err := document.ParseJSON([]byte(doc))
	if err != nil {
		return Default(), err
	}
	return from(root)
}

// FromNode reads a document of a user that is parsed already.
func FromNode(root *document.Node) (Config, error) {
	if err := noPlaces(root); err != nil {
		return Default(), err
	}
	return fromNode(root)
}

// noPlaces refuses entries of the catalogue that say where they stand: a place that a user makes up would lead astray
// whoever looks for a mistake.
func noPlaces(root *document.Node) error {
	for _, list := range members(root.Get("catalog")) {
		for _, entry := range list.Node.Items {
			for _, m := range entry.Members {
				if m.Key == "at" {
					return m.Errorf("unknown key %q: where an entry stands is known", m.Key)
				}
			}
		}
	}
	return nil
}

func fromNode(root *document.Node) (Config, error) {
	c := Default()
	if err := document.Decode(root, &c, "the document"); err != nil {
		return Default(), err
	}
	return c, nil
}

// Check looks at the names of the functions.
func (o *KeyTemplate) Check(n *document.Node) error {
	for i, name := range o.Funcs {
		if isFunc(name) {
			continue
		}
		at := item(n.Get("funcs"), i)
		return at.Errorf(`each of "funcs" must be the name of a function with its import path, such as "example.com/shop/lock.Key" or "example.com/shop/lock.Keys.Order", not %v`, at)
	}
	return nil
}

// item is an item of a list, or the text that stands for a list of it.
func item(list *document.Node, i int) *document.Node {
	if i < len(list.Items) {
		return list.Items[i]
	}
	return list
}

// isFunc tells a text of the form path.Func or path.Type.Method.
func isFunc(name string) bool {
	last := name[strings.LastIndexByte(name, '/')+1:]
	pkg, names, ok := strings.Cut(last, ".")
	if !ok || pkg == "" {
		return false
	}
	parts := strings.Split(names, ".")
	for _, part := range parts[max(0, len(parts)-2):] { // what stands before may be the path: gopkg.in/yaml.v3.Func
		if !token.IsIdentifier(part) {
			return false
		}
	}
	return !strings.ContainsAny(name, " \t\n,()*")
}
