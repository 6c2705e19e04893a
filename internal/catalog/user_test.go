package catalog

import (
	"encoding/json"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/locklint/locklint/internal/document"
)

func TestDecode(t *testing.T) {
	doc := `{
  "functions": [
    {"pkg": "example.com/lock", "recv": "Locker", "name": "Obtain", "role": "try-acquire", "kind": "lease", "store": "redis",
     "ctx": "arg0", "key": "arg1", "ttl": "arg2.TTL", "token": "option:WithToken.0", "lock": "result0", "err": "result1", "busy": "ErrBusy", "defaultTTL": "30s"},
    {"pkg": "example.com/db", "name": "InTx", "role": "run-in-tx", "func": "arg1", "tx": "arg1.param0", "handle": "arg0", "err": "result0"},
    {"pkg": "example.com/db", "recv": ["DB", "Tx"], "name": "Get", "role": "statement", "handle": "recv", "sql": "arg1", "args": 2, "into": "pointee0", "answer": "direct", "terminal": true}
  ],
  "types": [{"pkg": "example.com/db", "name": "Tx", "scope": "tx", "store": "sql"}],
  "errors": [{"pkg": "example.com/lock", "name": "ErrBusy", "meaning": "busy"}]
}`
	got, err := Decode([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"3:5", "5:5", "6:5"} {
		if got := got.Functions[i].At; got != want {
			t.Errorf("entry %d stands at %s, not at %s", i, got, want)
		}
	}
	forget(&got)
	want := User{
		Functions: []Entry{
			{Pkg: "example.com/lock", Recv: []string{"Locker"}, Name: "Obtain", Role: TryAcquire, Kind: Lease, Store: Redis, Ctx: Arg(0), Key: Arg(1), TTL: Arg(2).Dot("TTL"),
				Token: Option("WithToken", 0), Lock: Result(0), Err: Result(1), Busy: "ErrBusy", DefaultTTL: 30 * time.Second},
			{Pkg: "example.com/db", Name: "InTx", Role: RunInTx, Func: Arg(1), Tx: ArgOf(1, 0), Handle: Arg(0), Err: Result(0)},
			{Pkg: "example.com/db", Recv: []string{"DB", "Tx"}, Name: "Get", Role: Statement, Handle: Recv, SQL: Arg(1), Args: 2, Into: Pointee(0), Answer: Direct, Terminal: true},
		},
		Types:  []TypeEntry{{Pkg: "example.com/db", Name: "Tx", Scope: TxScope, Store: SQL}},
		Errors: []UserError{{Pkg: "example.com/lock", Name: "ErrBusy", Meaning: Busy}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// forget drops where the entries stand.
func forget(u *User) {
	for i := range u.Functions {
		u.Functions[i].At = ""
	}
	for i := range u.Types {
		u.Types[i].At = ""
	}
	for i := range u.Errors {
		u.Errors[i].At = ""
	}
}

func TestDecodeErrors(t *testing.T) {
	in := func(fields string) string {
		return "{\n\"functions\": [{\"pkg\": \"p\", \"name\": \"F\",\n" + fields + "}]}"
	}
	for _, tt := range []struct{ doc, want string }{
		{`{"function": []}`, `1:2: unknown key "function": did you mean "functions"?`},
		{in(`"role": "aquire", "key": "arg0"`), `3:9: "role" cannot be "aquire": did you mean "acquire"?`},
		{in(`"role": "tryacquire"`), `3:9: "role" cannot be "tryacquire": did you mean "try-acquire"?`},
		{in(`"role": "no-role"`), `3:9: "role" cannot be "no-role"`},
		{in(`"role": "acquire", "kye": "arg0"`), `3:20: unknown key "kye": did you mean "key"?`},
		{in(`"role": "acquire", "key": "agr0"`), `3:27: "key": unknown place "agr0": did you mean "arg0"?`},
		{in(`"role": "acquire", "key": "reciever"`), `3:27: "key": unknown place "reciever": it can be recv, arg0`},
		{in(`"role": "acquire", "key": "recvr"`), `3:27: "key": unknown place "recvr": did you mean "recv"?`},
		{in(`"role": "acquire", "key": "arg0.ttl"`), `"key": unknown field "ttl" of "arg0.ttl": neither exported`},
		{in(`"role": "acquire", "key": "arg0.TTL."`), `3:27: "key": unknown field ""`},
		{in(`"role": "acquire", "key": "arg0."`), `3:27: "key": "arg0." lacks the field behind the dot`},
		{in(`"role": "acquire", "key": "option:WithKey"`), `3:27: "key": "option:WithKey" must end in the index of the option's argument`},
		{in(`"role": "run-in-tx", "func": "arg0", "tx": "arg0.param"`), `"tx": "arg0.param" needs the index of the parameter`},
		{in(`"role": "acquire", "key": 3`), `3:27: "key" must be a text, not 3`},
		{in(`"role": "acquire", "key": "recv"`), `2:15: "recv" is the place of a receiver, but the function has none`},
		{in(`"role": "acquire"`), `2:15: the role acquire needs "lock" or "key"`},
		{in(`"key": "arg0"`), `2:15: "role" is missing`},
		{in(`"role": "acquire", "key": "arg0", "kind": "leese"`), `3:43: "kind" cannot be "leese": did you mean "lease"?`},
		{in(`"role": "acquire", "key": "arg0", "store": "postgres"`), `"store" cannot be "postgres": it can be sql, redis`},
		{in(`"role": "acquire", "key": "arg0", "defaultTTL": 30`), `3:49: "defaultTTL" must be a length of time such as "30s", not 30`},
		{in(`"role": "acquire", "key": "arg0", "renews": "yes"`), `3:45: "renews" must be true or false, not "yes"`},
		{in(`"role": "acquire", "key": "arg0", "args": 1.5`), `3:43: "args" must be a whole number`},
		{in(`"role": "acquire", "key": "arg0", "key": "arg1"`), `3:35: key "key" is given twice`},
		{in(`"role": "acquire", "key": "arg0", "recv": {}`), `3:43: "recv" must be a list, not an object`},
		{`{"errors": [{"pkg": "p", "name": "E"}]}`, `1:13: "meaning" is missing`},
		{`{"types": {}}`, `1:11: "types" must be a list, not an object`},
		{`[]`, `1:1: the catalogue must be an object, not a list`},
		{`{"types": []} 1`, `1:15: text behind the document`},
		{`{"types": [}`, `1:12: invalid character '}'`},
		{`{"types": [`, `1:12: unexpected end of JSON input`},
		{``, `1:1: unexpected end of JSON input`},
	} {
		got, err := Decode([]byte(tt.doc))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) && !(strings.HasPrefix(tt.want, `"`) && strings.Contains(err.Error(), tt.want)) {
			t.Errorf("Decode(%s): error %q, want %q", tt.doc, err, tt.want)
		}
		if !got.IsZero() {
			t.Errorf("Decode(%s) = %+v beside an error", tt.doc, got)
		}
	}
}

// What locklint knows by itself can be written by users.
func TestRoundTrip(t *testing.T) {
	var u User
	for _, e := range errorEntries() {
		u.Errors = append(u.Errors, UserError{Pkg: e.Pkg, Name: e.Name, Meaning: e.Meaning})
	}
	for _, l := range libraries() {
		u.Functions = append(u.Functions, l.entries()...)
		u.Types = append(u.Types, l.types()...)
	}
	doc, err := json.Marshal(u)
	if err != nil {
		t.Fatal(err)
	}
	var got User
	if err := json.Unmarshal(doc, &got); err != nil {
		t.Fatal(err)
	}
	forget(&got)
	for i, e := range u.Functions {
		if i >= len(got.Functions) || !reflect.DeepEqual(got.Functions[i], e) {
			t.Fatalf("got  %+v\nwant %+v", got.Functions[i], e)
		}
	}
	if !reflect.DeepEqual(got.Types, u.Types) || !reflect.DeepEqual(got.Errors, u.Errors) {
		t.Error("types or errors differ")
	}
	again, _ := json.Marshal(got)
	if string(again) != string(doc) {
		t.Error("written twice, the documents differ")
	}
	t.Logf("%d entries written and read", len(u.Functions))
}

func TestNames(t *testing.T) {
	if len(roleNames) != int(SetTTL)+1 {
		t.Errorf("%d names of roles, %d roles", len(roleNames), SetTTL+1)
	}
	for _, c := range []struct {
		last  document.Choice
		count int
	}{{Role(0), int(SetTTL)}, {LockKind(0), int(Transaction)}, {Store(0), int(Dynamo)}, {Scope(0), int(TxScope)}, {Answer(0), int(Direct)}, {Meaning(0), int(Discard)}} {
		if n := c.last.Words(); len(n) != c.count+1 {
			t.Errorf("%T: %d names, %d values", c.last, len(n), c.count+1)
		}
	}
	seen := map[string]bool{}
	for f := range reflect.TypeFor[Entry]().Fields() {
		key := document.KeyOf(f)
		if seen[key] {
			t.Errorf("two fields are written %q", key)
		}
		seen[key] = true
	}
}

func TestWith(t *testing.T) {
	c := With(User{Functions: []Entry{
		{Pkg: "example.com/lock", Name: "Take", Role: Acquire, Key: Arg(0)},
		{Pkg: "sync", Recv: []string{"Mutex"}, Name: "Lock", Role: Read, Handle: Recv},
	}})
	fn := func(path, recv, name string) *types.Func {
		pkg := types.NewPackage(path, "p")
		var v *types.Var
		if recv != "" {
			v = types.NewVar(token.NoPos, pkg, "", types.NewNamed(types.NewTypeName(token.NoPos, pkg, recv, nil), types.NewStruct(nil, nil), nil))
		}
		return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(v, nil, nil, nil, nil, false))
	}
	if e := c.Lookup(fn("example.com/lock", "", "Take")); e == nil || e.Role != Acquire || !c.Has("example.com/lock") {
		t.Error("what the user says is not found")
	}
	if e := c.Lookup(fn("sync", "Mutex", "Lock")); e == nil || e.Role != Read {
		t.Error("the user is right")
	}
	if e := c.Lookup(fn("sync", "Mutex", "Unlock")); e == nil || e.Role != Release {
		t.Error("what the user does not say stays")
	}
	if Standard().Has("example.com/lock") {
		t.Error("the standard catalogue has changed")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"functions": [{"pkg": "p", "name": "F", "role": "acquire", "key": "arg0.param1.TTL"}]}`)
	f.Add(`{"types": [], "errors": [{}]}`)
	f.Fuzz(func(t *testing.T, doc string) {
		u, err := Decode([]byte(doc))
		if err != nil {
			return
		}
		out, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(out)
		if err != nil || !reflect.DeepEqual(again, u) {
			t.Errorf("%s: read back as %+v, %v", out, again, err)
		}
	})
}
