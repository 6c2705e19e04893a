package catalog

import (
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/document"
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
	Functions []Entry     // what functions and methods do
	Types     []TypeEntry // what values of types are
	Errors    []UserError // what errors mean
}

// A UserError is an [ErrEntry] of a user.
type UserError struct {
	At      string  `hidden:"true"`   // where the user wrote it
	Pkg     string  `required:"true"` // import path
	Name    string  `required:"true"` // the variable, constant or type
	Meaning Meaning `required:"true"` // what it says
}

// Packages are the import paths that the user speaks of, sorted.
func (u User) Packages() []string {
	var out []string
	for _, e := range u.Functions {
		out = append(out, e.Pkg)
	}
	for _, e := range u.Types {
		out = append(out, e.Pkg)
	}
	for _, e := range u.Errors {
		out = append(out, e.Pkg)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Decode reads what a user wrote. Errors say where, and what the right name is that is nearest to a wrong one.
func Decode(doc []byte) (User, error) {
	root, err := document.ParseJSON(doc)
	if err != nil {
		return User{}, err
	}
	var u User
	if err := document.Decode(root, &u, "the catalogue"); err != nil {
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
func (u User) MarshalJSON() ([]byte, error) { return document.Encode(u, User{}), nil }

// IsZero tells that the user says nothing.
func (u User) IsZero() bool { return len(u.Functions)+len(u.Types)+len(u.Errors) == 0 }

// In says that the entries stand in the named file.
func (u *User) In(file string) {
	for i := range u.Functions {
		u.Functions[i].At = file + ":" + u.Functions[i].At
	}
	for i := range u.Types {
		u.Types[i].At = file + ":" + u.Types[i].At
	}
	for i := range u.Errors {
		u.Errors[i].At = file + ":" + u.Errors[i].At
	}
}

// Check asks for what an entry of its role cannot do without.
func (e *Entry) Check(n *document.Node) error {
	keepPlace(&e.At, n)
	v := reflect.ValueOf(e).Elem()
	for _, group := range needed[e.Role] {
		if !slices.ContainsFunc(group, func(name string) bool { return !v.FieldByName(name).IsZero() }) {
			var names []string
			for _, name := range group {
				f, _ := v.Type().FieldByName(name)
				names = append(names, strconv.Quote(document.KeyOf(f)))
			}
			return n.Errorf("the role %s needs %s", word(e.Role.String()), strings.Join(names, " or "))
		}
	}
	for _, p := range e.places() {
		if p.Kind == AtRecv && len(e.Recv) == 0 {
			return n.Errorf(`"recv" is the place of a receiver, but the function has none: give "recv" the name of its type`)
		}
	}
	return nil
}

// Check notes where the entry stands.
func (e *TypeEntry) Check(n *document.Node) error {
	keepPlace(&e.At, n)
	return nil
}

// Check notes where the entry stands.
func (e *UserError) Check(n *document.Node) error {
	keepPlace(&e.At, n)
	return nil
}

// keepPlace notes where an entry stands, but for one that was noted before and came from another process.
func keepPlace(at *string, n *document.Node) {
	if *at == "" {
		*at = fmt.Sprintf("%d:%d", n.Line, n.Column)
	}
}

// needed are the fields of which a role needs one each.
var needed = map[Role][][]string{
	NewLock: {{"Lock"}, {"Key"}}, Acquire: {{"Lock", "Key"}}, TryAcquire: {{"Lock", "Key"}, {"OK", "Err"}}, Release: {{"Lock", "Key"}}, Delete: {{"Key"}}, Extend: {{"Lock", "Key"}},
	Begin: {{"Tx"}}, Commit: {{"Tx"}}, Rollback: {{"Tx"}}, RunInTx: {{"Func"}}, RunPinned: {{"Func"}}, RunInLock: {{"Func"}, {"Key", "Lock"}}, Calls: {{"Func"}}, Spawns: {{"Func"}},
	Statement: {{"Handle"}}, Read: {{"Handle"}}, Write: {{"Handle"}}, Accessor: {{"Returns"}}, Outbound: {{"Protocol"}}, SetTimeout: {{"Handle"}, {"Timeout"}},
}

// SetText reads a place as users write it.
func (p *Place) SetText(text string) error {
	parsed, problem := ParsePlace(text)
	if problem != "" {
		return errors.New(problem)
	}
	*p = parsed
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
		return Place{}, fmt.Sprintf("unknown place %q%s", text, document.Nearest(word+"0", heads))
	}
	if field == "" && strings.HasSuffix(text, ".") {
		return Place{}, fmt.Sprintf("%q lacks the field behind the dot", text)
	}
	for _, f := range strings.Split(field, ".") {
		if field != "" && !token.IsExported(f) && !slices.Contains(virtual, f) {
			return Place{}, fmt.Sprintf("unknown field %q of %q: neither exported nor one of %s%s", f, text, strings.Join(virtual, ", "), document.Nearest(f, virtual))
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
