package catalog

import (
	"strings"
	"unicode"
)

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

// word writes a name of this package as users write it: TryAcquire is try-acquire.
func word(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
