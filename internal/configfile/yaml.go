package configfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/locklint/locklint/internal/document"
)

// parseYAML reads one YAML document; nil if it is empty. What YAML has beyond JSON is left out on purpose, but for
// comments and ways to write a text: anchors, aliases, tags, merge keys.
func parseYAML(doc []byte) (root *document.Node, err error) {
	defer func() {
		if r := recover(); r != nil { // the parser is another's
			root, err = nil, fmt.Errorf("not YAML: %v", r)
		}
	}()
	file, err := parser.ParseBytes(doc, 0)
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) {
		if strings.ContainsRune(syntax.Message, '\t') {
			return nil, at(syntax.Token).Errorf("a tab: YAML is indented with spaces")
		}
		return nil, at(syntax.Token).Errorf("%s", syntax.Message)
	}
	if err != nil {
		return nil, err
	}
	for i, d := range file.Docs {
		if i > 0 && d.Body != nil {
			return nil, begin(d.Body).Errorf("a second document: there can be one")
		}
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, nil
	}
	if _, comments := file.Docs[0].Body.(*ast.CommentGroupNode); comments {
		return nil, nil
	}
	return convert(file.Docs[0].Body)
}

// at is the place of a token.
func at(t *token.Token) *document.Node {
	if t == nil || t.Position == nil {
		return &document.Node{Line: 1, Column: 1}
	}
	return &document.Node{Line: max(1, t.Position.Line), Column: max(1, t.Position.Column)}
}

// begin is where a node begins: an object without braces at its first key, not at the colon behind it.
func begin(n ast.Node) *document.Node {
	switch x := n.(type) {
	case *ast.MappingNode:
		if !x.IsFlowStyle && len(x.Values) > 0 {
			return at(x.Values[0].Key.GetToken())
		}
	case *ast.MappingValueNode:
		return at(x.Key.GetToken())
	}
	return at(n.GetToken())
}

// convert makes the node of a configuration of a node of YAML.
func convert(n ast.Node) (*document.Node, error) {
	out := begin(n)
	switch x := n.(type) {
	case *ast.MappingNode:
		return out, members(out, x.Values)
	case *ast.MappingValueNode:
		return out, members(out, []*ast.MappingValueNode{x})
	case *ast.SequenceNode:
		out.Items = []*document.Node{}
		for _, v := range x.Values {
			item, err := convert(v)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, item)
		}
		return out, nil
	case *ast.StringNode:
		out.Value = x.Value
	case *ast.LiteralNode:
		out.Value = x.Value.Value
	case *ast.BoolNode:
		out.Value = x.Value
	case *ast.IntegerNode:
		out.Value = json.Number(fmt.Sprint(x.Value))
	case *ast.FloatNode:
		out.Value = json.Number(x.GetToken().Value)
	case *ast.NullNode:
	default:
		return nil, out.Errorf("%s cannot be used here: write the value itself", n.Type())
	}
	return out, nil
}

func members(object *document.Node, values []*ast.MappingValueNode) error {
	object.Members = []document.Member{}
	for _, v := range values {
		place := at(v.Key.GetToken())
		key, ok := v.Key.(*ast.StringNode)
		if !ok {
			return place.Errorf("a key must be a text")
		}
		if object.Get(key.Value) != nil {
			return place.Errorf("key %q is given twice", key.Value)
		}
		value, err := convert(v.Value)
		if err != nil {
			return err
		}
		object.Members = append(object.Members, document.Member{Key: key.Value, Line: place.Line, Column: place.Column, Node: value})
	}
	return nil
}
