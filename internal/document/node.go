// Package document reads what users write (a configuration, entries of the catalogue) into values of Go,
// strictly: an unknown key, a value of a wrong type, a key given twice is an error that says where, and what
// the right name is that is nearest to a wrong one. It knows no files.
package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Node is a value of a document and where it begins. Line and Column begin at 1; columns count bytes.
type Node struct {
	Line, Column int
	Value        any      // a string, json.Number or bool; nil for null, a list, an object
	Items        []*Node  // of a list; nil if it is none
	Members      []Member // of an object; nil if it is none
}

// A Member is a key of an object, with where the key begins, and its value.
type Member struct {
	Key          string
	Line, Column int
	Node         *Node
}

// An Error is a mistake in a document.
type Error struct {
	Line, Column int
	Text         string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// Errorf is a mistake at the node.
func (n *Node) Errorf(format string, args ...any) error {
	return &Error{n.Line, n.Column, fmt.Sprintf(format, args...)}
}

// Errorf is a mistake at the key.
func (m Member) Errorf(format string, args ...any) error {
	return &Error{m.Line, m.Column, fmt.Sprintf(format, args...)}
}

// Get is the value of a key of an object, nil if it has none.
func (n *Node) Get(key string) *Node {
	for _, m := range n.Members {
		if m.Key == key {
			return m.Node
		}
	}
	return nil
}

// String writes the node for a message: a scalar as it is, of the others what they are.
func (n *Node) String() string {
	switch v := n.Value.(type) {
	case string:
		return strconv.Quote(v)
	case bool, json.Number:
		return fmt.Sprint(v)
	}
	switch {
	case n.Items != nil:
		return "a list"
	case n.Members != nil:
		return "an object"
	}
	return "null"
}

// ParseJSON reads a whole JSON document: nothing may stand behind it, no key of an object may come twice.
func ParseJSON(doc []byte) (*Node, error) {
	p := parser{doc, json.NewDecoder(bytes.NewReader(doc))}
	p.dec.UseNumber()
	n, err := p.node()
	if err != nil {
		return nil, err
	}
	offset := p.next()
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, p.errorAt(offset, "text behind the document")
	}
	return n, nil
}

type parser struct {
	doc []byte
	dec *json.Decoder
}

// place is the line and column of an offset.
func (p parser) place(offset int) (line, column int) {
	before := p.doc[:min(max(offset, 0), len(p.doc))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}

func (p parser) errorAt(offset int, format string, args ...any) error {
	line, column := p.place(offset)
	return &Error{line, column, fmt.Sprintf(format, args...)}
}

// next is where the next token begins.
func (p parser) next() int {
	i := int(p.dec.InputOffset())
	for i < len(p.doc) && strings.IndexByte(" \t\r\n,:", p.doc[i]) >= 0 {
		i++
	}
	return i
}

func (p parser) token() (json.Token, int, error) {
	offset := p.next()
	tok, err := p.dec.Token()
	if err == nil {
		return tok, offset, nil
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, 0, p.errorAt(offset, "%v", syntax)
	}
	return nil, 0, p.errorAt(len(p.doc), "unexpected end of JSON input")
}

func (p parser) node() (*Node, error) {
	tok, offset, err := p.token()
	if err != nil {
		return nil, err
	}
	n := new(Node)
	n.Line, n.Column = p.place(offset)
	switch tok {
	case json.Delim('['):
		n.Items = []*Node{}
		for p.dec.More() {
			item, err := p.node()
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, item)
		}
	case json.Delim('{'):
		n.Members = []Member{}
		for p.dec.More() {
			m, err := p.member(n)
			if err != nil {
				return nil, err
			}
			n.Members = append(n.Members, m)
		}
	default:
		n.Value = tok
		return n, nil
	}
	_, _, err = p.token() // the end of the list or object
	return n, err
}

// member reads the next key of the object and its value.
func (p parser) member(object *Node) (Member, error) {
	key, offset, err := p.token()
	if err != nil {
		return Member{}, err
	}
	m := Member{}
	m.Key, _ = key.(string)
	m.Line, m.Column = p.place(offset)
	if object.Get(m.Key) != nil {
		return m, m.Errorf("key %q is given twice", m.Key)
	}
	m.Node, err = p.node()
	return m, err
}
