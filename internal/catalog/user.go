package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A User is what the users of locklint say of libraries that it does not know, or knows otherwise. It is
// written as JSON in the shape of this package: the names of fields begin in lower case ("ttlUnit"), roles and the
// like are words ("try-acquire"), places are texts:
//
//	recv, arg0, result1, pointee2      the receiver, an argument, a result, what an argument points to
//	arg2.param0                        a parameter of the function given as an argument
//	option:WithExpiry.0                an argument of a functional option
//	constant:FOR UPDATE                a text that the library fixes
//	arg1.TTL, result0.ok               a field: an exported one, or ok, err, rows, key of an answer
type User struct {
	Functions []Entry
	Types     []TypeEntry
	Errors    []ErrEntry
}

// With is the catalogue of the known libraries and of what the user says. The user is right.
func With(u User) *Catalog {
	var entries []Entry
	var types []TypeEntry
	for _, l := range libraries() {
		entries = append(entries, l.entries()...)
		types = append(types, l.types()...)
	}
	return New(slices.Concat(entries, u.Functions), slices.Concat(types, u.Types), slices.Concat(errorEntries(), u.Errors))
}

// Decode reads what a user wrote. Errors say where, and what the right name is that is nearest to a wrong one.
func Decode(doc []byte) (User, error) {
	root, err := parseNode(doc)
	if err != nil {
		return User{}, err
	}
	var u User
	d := decoder{doc}
	if err := d.value(root, reflect.ValueOf(&u).Elem(), "the catalogue"); err != nil {
		return User{}, err
	}
	return u, nil
}

// UnmarshalJSON reads the document as [Decode] does.
func (u *User) UnmarshalJSON(doc []byte) (err error) {
	*u, err = Decode(doc)
	return err
}

// MarshalJSON writes the document that [Decode] reads.
func (u User) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := encode(&b, reflect.ValueOf(u)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// IsZero tells that the user says nothing.
func (u User) IsZero() bool { return len(u.Functions)+len(u.Types)+len(u.Errors) == 0 }

// A DecodeError is a mistake in what a user wrote. Offset counts bytes of the document, Line and Column begin at 1.
type DecodeError struct {
	Offset, Line, Column int
	Text                 string
}

func (e *DecodeError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

func errorAt(doc []byte, offset int, format string, args ...any) error {
	before := doc[:min(max(offset, 0), len(doc))]
	return &DecodeError{
		Offset: len(before),
		Line:   bytes.Count(before, []byte("\n")) + 1,
		Column: len(before) - bytes.LastIndexByte(before, '\n'),
		Text:   fmt.Sprintf(format, args...),
	}
}

// A decoder fills values of this package from nodes.
type decoder struct{ doc []byte }

func (d decoder) value(n *node, v reflect.Value, what string) error {
	switch v.Interface().(type) {
	case Place:
		return d.place(n, v, what)
	case time.Duration:
		text, ok := n.value.(string)
		length, err := time.ParseDuration(text)
		if !ok || err != nil {
			return errorAt(d.doc, n.offset, `%s must be a text like "30s"`, what)
		}
		v.SetInt(int64(length))
		return nil
	}
	if names := enumNames(v.Type()); names != nil {
		return d.enum(n, v, what, names)
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.object(n, v, what)
	case reflect.Slice:
		return d.list(n, v, what)
	case reflect.String:
		if text, ok := n.value.(string); ok {
			v.SetString(text)
			return nil
		}
		return errorAt(d.doc, n.offset, "%s must be a text, not %s", what, n.kind())
	case reflect.Bool:
		if yes, ok := n.value.(bool); ok {
			v.SetBool(yes)
			return nil
		}
		return errorAt(d.doc, n.offset, "%s must be true or false, not %s", what, n.kind())
	}
	number, ok := n.value.(json.Number)
	if i, err := strconv.Atoi(string(number)); ok && err == nil && i >= 0 {
		v.SetInt(int64(i))
		return nil
	}
	return errorAt(d.doc, n.offset, "%s must be a whole number", what)
}

func (d decoder) object(n *node, v reflect.Value, what string) error {
	if n.members == nil {
		return errorAt(d.doc, n.offset, "%s must be an object, not %s", what, n.kind())
	}
	names := fieldNames(v.Type())
	for _, m := range n.members {
		i := slices.Index(names, m.key)
		if i < 0 {
			return errorAt(d.doc, m.offset, "unknown field %q%s", m.key, nearest(m.key, names))
		}
		if err := d.value(m.node, v.Field(i), strconv.Quote(m.key)); err != nil {
			return err
		}
	}
	return d.complete(n, v)
}

// complete asks for what an entry cannot do without.
func (d decoder) complete(n *node, v reflect.Value) error {
	missing := func(names ...string) error {
		for _, name := range names {
			if v.FieldByName(name).IsZero() {
				return errorAt(d.doc, n.offset, "%q is missing", jsonName(name))
			}
		}
		return nil
	}
	switch x := v.Interface().(type) {
	case Entry:
		if err := missing("Pkg", "Name", "Role"); err != nil {
			return err
		}
		for _, group := range needed[x.Role] {
			if !slices.ContainsFunc(group, func(name string) bool { return !v.FieldByName(name).IsZero() }) {
				var names []string
				for _, name := range group {
					names = append(names, strconv.Quote(jsonName(name)))
				}
				return errorAt(d.doc, n.offset, "the role %s needs %s", word(x.Role.String()), strings.Join(names, " or "))
			}
		}
		for _, p := range x.places() {
			if p.Kind == AtRecv && len(x.Recv) == 0 {
				return errorAt(d.doc, n.offset, `"recv" is the place of a receiver, but the function has none: give "recv" the name of its type`)
			}
		}
	case TypeEntry:
		return missing("Pkg", "Name")
	case ErrEntry:
		return missing("Pkg", "Name", "Meaning")
	}
	return nil
}

// needed are the fields of which a role needs one each.
var needed = map[Role][][]string{
	NewLock: {{"Lock"}, {"Key"}}, Acquire: {{"Lock", "Key"}}, TryAcquire: {{"Lock", "Key"}, {"OK", "Err"}}, Release: {{"Lock", "Key"}}, Delete: {{"Key"}}, Extend: {{"Lock", "Key"}},
	Begin: {{"Tx"}}, Commit: {{"Tx"}}, Rollback: {{"Tx"}}, RunInTx: {{"Func"}}, RunPinned: {{"Func"}}, RunInLock: {{"Func"}, {"Key", "Lock"}}, Calls: {{"Func"}}, Spawns: {{"Func"}},
	Statement: {{"Handle"}}, Read: {{"Handle"}}, Write: {{"Handle"}}, Accessor: {{"Returns"}}, Outbound: {{"Protocol"}}, SetTimeout: {{"Handle"}, {"Timeout"}}, Carry: {{"Ctx"}},
}

// list reads a list; one text alone stands for a list of it.
func (d decoder) list(n *node, v reflect.Value, what string) error {
	items := n.items
	if _, text := n.value.(string); text && v.Type().Elem().Kind() == reflect.String {
		items = []*node{n}
	}
	if items == nil {
		return errorAt(d.doc, n.offset, "%s must be a list, not %s", what, n.kind())
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		if err := d.value(item, out.Index(i), "each of "+what); err != nil {
			return err
		}
	}
	if len(items) > 0 {
		v.Set(out)
	}
	return nil
}

func (d decoder) enum(n *node, v reflect.Value, what string, names []string) error {
	text, ok := n.value.(string)
	i := slices.Index(names, text)
	if !ok || i <= 0 { // the first is what nobody writes: none
		return errorAt(d.doc, n.offset, "%s cannot be %s%s", what, n.kind(), nearest(text, names[1:]))
	}
	v.SetUint(uint64(i))
	return nil
}

func (d decoder) place(n *node, v reflect.Value, what string) error {
	text, ok := n.value.(string)
	if !ok {
		return errorAt(d.doc, n.offset, "%s must be a place such as \"arg0\", not %s", what, n.kind())
	}
	p, problem := ParsePlace(text)
	if problem != "" {
		return errorAt(d.doc, n.offset, "%s: %s", what, problem)
	}
	v.Set(reflect.ValueOf(p))
	return nil
}

// virtual are the fields of an answer that no struct has.
var virtual = []string{"ok", "err", "rows", "key"}

// ParsePlace reads a place as users write it; "" is no place. What is wrong with it comes as text.
func ParsePlace(text string) (p Place, problem string) {
	if text == "" {
		return Place{}, ""
	}
	if rest, ok := strings.CutPrefix(text, "constant:"); ok {
		return Constant(rest), ""
	}
	head, field, _ := strings.Cut(text, ".")
	word := strings.TrimRight(head, "0123456789")
	number, err := strconv.Atoi(head[len(word):])
	switch {
	case strings.HasPrefix(head, "option:"):
		arg, rest, _ := strings.Cut(field, ".")
		i, err := strconv.Atoi(arg)
		if err != nil || i < 0 {
			return Place{}, fmt.Sprintf(`%q must end in the index of the option's argument: "%s.0"`, text, head)
		}
		p, field = Option(strings.TrimPrefix(head, "option:"), i), rest
	case head == "recv":
		p = Recv
	case err == nil && word == "arg":
		p = Arg(number)
		param, rest, _ := strings.Cut(field, ".")
		if digits, ok := strings.CutPrefix(param, "param"); ok {
			i, err := strconv.Atoi(digits)
			if err != nil || i < 0 {
				return Place{}, fmt.Sprintf(`%q needs the index of the parameter: "%s.param0"`, text, head)
			}
			p, field = ArgOf(number, i), rest
		}
	case err == nil && word == "result":
		p = Result(number)
	case err == nil && word == "pointee":
		p = Pointee(number)
	default:
		heads := []string{"recv", "arg0", "result0", "pointee0", "option:", "constant:"}
		return Place{}, fmt.Sprintf("unknown place %q%s", text, nearest(word+"0", heads))
	}
	if field == "" && strings.HasSuffix(text, ".") {
		return Place{}, fmt.Sprintf("%q lacks the field behind the dot", text)
	}
	for _, f := range strings.Split(field, ".") {
		if field != "" && !token.IsExported(f) && !slices.Contains(virtual, f) {
			return Place{}, fmt.Sprintf("unknown field %q of %q: neither exported nor one of %s%s", f, text, strings.Join(virtual, ", "), nearest(f, virtual))
		}
	}
	return p.Dot(field), ""
}

// String writes the place as users write it.
func (p Place) String() string {
	var text string
	switch p.Kind {
	case Nowhere:
		return ""
	case AtConstant:
		return "constant:" + p.Name
	case AtRecv:
		text = "recv"
	case AtArg:
		text = fmt.Sprintf("arg%d", p.Index)
	case AtResult:
		text = fmt.Sprintf("result%d", p.Index)
	case AtPointee:
		text = fmt.Sprintf("pointee%d", p.Index)
	case AtArgOf:
		text = fmt.Sprintf("arg%d.param%d", p.Index, p.Param)
	case AtOption:
		text = fmt.Sprintf("option:%s.%d", p.Name, p.Param)
	}
	if p.Field != "" {
		text += "." + p.Field
	}
	return text
}
