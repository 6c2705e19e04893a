package analyzers

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/locklint/locklint/internal/codec"
	"github.com/locklint/locklint/internal/summary"
)

var randomFacts = flag.Int("facts.random", 200, "how many random facts TestFactsRandom makes")

// words are names that mean something to the engine, and others.
var words = []string{
	"declared", "+", "-", "*", "/", "%", "<", "==", "is", "is q.T", "any", "errors.Is", "sync.OnceFunc", "cancel", "ctx.Err", "ctx.Done", "Context()", "Context()?",
	"release", "moved", "pool", "words", "option WithExpiry", "strings.TrimSpace", "strings.Join", "fmt.Sprintf", "WithTimeout", "WithDeadline", "WithoutCancel", "WithCancel", "errgroup",
	"!done", "!empty", "!again", "!ctx", "!0", "#0", "#1", "[]", "*", "ok", "err", "rows", "string", "Mu", "F", "In", "mu", "true", "false", "0", "7", "5000000000", "-1",
	"lock:{}", "{}", "{}:{}", "lock:order:{}", "", "order", "q.F$1", "q.Lock", "ex.com/m/q.F", "ex.com/m/q.Lock", "ex.com/m/q.L.Take", "ex.com/m/q.L.Do", "ex.com/m/q.T.M", "Key", "New", "Timeout", "Transport.X",
	"context.Background", "context.TODO", "http.Get", "HTTP", "SELECT pg_advisory_lock($1)", "SELECT n FROM t WHERE id = $1 FOR UPDATE", "UPDATE {} SET n = n + 1",
	"redis.call('del', KEYS[1])", "that", "savepoint", "not obtained", "watched", "failing", "Delete", "Remove",
}

// A maker makes random facts.
type maker struct{ *rand.Rand }

func (r maker) word() string { return words[r.IntN(len(words))] }

func (r maker) expr(depth int) *summary.Expr {
	op := summary.Op(1 + r.IntN(int(summary.Either)))
	n := map[summary.Op]int{summary.Field: 1, summary.Deref: 1, summary.Ref: 1, summary.CtxValue: 1, summary.Elem: 2, summary.WithValue: 2, summary.Derived: 1 + r.IntN(2),
		summary.Either: 2, summary.Call: r.IntN(4), summary.Func: r.IntN(3), summary.Struct: r.IntN(3), summary.Template: r.IntN(3)}[op]
	if depth > 3 && n > 0 {
		return summary.ParamOf(r.IntN(4))
	}
	var args []*summary.Expr
	var names []string
	for range n {
		arg := r.expr(depth + 1)
		if r.IntN(9) == 0 {
			arg = nil
		}
		args, names = append(args, arg), append(names, r.word())
	}
	if op == summary.Struct {
		return summary.NewStruct(r.word(), names, args)
	}
	return summary.New(op, r.IntN(4), r.word(), args...)
}

// fill puts random values into all fields.
func (r maker) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(3) == 0)
	case reflect.Int:
		v.SetInt(int64(r.IntN(4) - 1))
	case reflect.Uint8:
		v.SetUint(r.Uint64N(5))
	case reflect.Uint32:
		v.SetUint(r.Uint64() & r.Uint64() & 0xfffffff)
	case reflect.String:
		v.SetString(r.word())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[summary.Packed]() {
			var s summary.Summary
			r.fill(reflect.ValueOf(&s).Elem(), depth+1)
			v.SetBytes(s.Pack())
			return
		}
		for n := r.IntN(3); v.Len() < n && depth < 12; {
			v.Grow(1)
			v.SetLen(v.Len() + 1)
			r.fill(v.Index(v.Len()-1), depth+1)
		}
	case reflect.Pointer:
		switch {
		case v.Type() == reflect.TypeFor[*summary.Expr]():
			if r.IntN(4) > 0 {
				v.Set(reflect.ValueOf(r.expr(0)))
			}
		case r.IntN(2) == 0:
			v.Set(reflect.New(v.Type().Elem()))
			r.fill(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				r.fill(v.Field(i), depth+1)
			}
		}
		switch x := v.Addr().Interface().(type) {
		case *summary.Event:
			r.happens(x)
		case *summary.Case:
			x.Exit %= summary.Never + 1
		}
	}
}

// happens makes an event one of those that there can be.
func (r maker) happens(e *summary.Event) {
	e.Kind = summary.Kind(1 + r.IntN(int(summary.HandOff)))
	e.Why %= summary.Failed + 1
	for i := range e.Value {
		e.Value[i].Arg, e.Value[i].Elem = max(0, e.Value[i].Arg), max(0, e.Value[i].Elem)
	}
	if e.Kind == summary.Outbound || e.Kind == summary.Wait {
		e.Out = &summary.OutCall{Name: r.word(), Protocol: r.word(), Limits: []*summary.Expr{r.expr(0)}, Endless: r.IntN(2) == 0, Times: r.IntN(3)}
	}
}

// Facts of all shapes, that mean little or nothing.
func TestFactsRandom(t *testing.T) {
	codec, p := new(codec.Codec), newPuzzle(t)
	r := maker{rand.New(rand.NewPCG(1, 3))}
	for range *randomFacts {
		var facts told
		r.fill(reflect.ValueOf(&facts).Elem(), 0)
		data, err := codec.Encode(facts)
		if err != nil {
			t.Fatal(err)
		}
		p.ask(t, codec, data)
	}
	t.Logf("%d facts, %d findings", p.analysed, len(p.found))
}
