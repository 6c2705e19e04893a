package catalog

import (
	"reflect"
	"strings"
	"unicode"

	"github.com/locklint/locklint/internal/document"
)

// placePattern is what a place looks like.
const placePattern = `^((recv|arg\d+|arg\d+\.param\d+|result\d+|pointee\d+|option:[^.]+\.\d+)(\.(ok|err|rows|key|\p{Lu}[\pL\pN_]*))*|constant:.*|)$`

// DescribeSchema says what a place looks like.
func (p *Place) DescribeSchema(s document.Schema) { s["pattern"] = placePattern }

// DescribeSchema says which fields a role needs.
func (e *Entry) DescribeSchema(s document.Schema) {
	var conditions []document.Schema
	for i := range roleNames {
		for _, group := range needed[Role(i)] {
			var any []document.Schema
			for _, name := range group {
				f, _ := reflect.TypeFor[Entry]().FieldByName(name)
				any = append(any, document.Schema{"required": []string{document.KeyOf(f)}})
			}
			conditions = append(conditions, document.Schema{
				"if":   document.Schema{"properties": document.Schema{"role": document.Schema{"const": Role(i).Words()[i]}}},
				"then": document.Schema{"anyOf": any},
			})
		}
	}
	s["allOf"] = conditions
}

// The words for the values of the types that are a choice. The first stands for nothing and is not written.

// Words are the roles as users write them: TryAcquire is try-acquire.
func (Role) Words() []string {
	out := make([]string, len(roleNames))
	for i, n := range roleNames {
		out[i] = word(n)
	}
	return out
}

// Words are the kinds of locks.
func (LockKind) Words() []string {
	return []string{"unknown", "process", "lease", "session", "transaction"}
}

// Words are the stores.
func (Store) Words() []string {
	return []string{"none", "sql", "redis", "mongo", "etcd", "embedded", "consul", "zookeeper", "dynamo"}
}

// Words are what a handle may stand for.
func (Scope) Words() []string { return []string{"any", "pool", "pinned", "tx"} }

// Words are the ways in which an answer is seen.
func (Answer) Words() []string { return []string{"none", "later", "direct"} }

// Words are what an error may mean.
func (Meaning) Words() []string {
	return []string{"none", "no-row", "busy", "lost", "duplicate", "ended", "discard"}
}

// word writes a name of this package as users write it: TryAcquire is try-acquire, SetTTL is set-ttl.
func word(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 && !(unicode.IsUpper(rune(name[i-1])) && (i+1 == len(name) || unicode.IsUpper(rune(name[i+1])))) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
