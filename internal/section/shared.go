package section

import (
	"iter"
	"maps"
	"slices"
)

// A table is a map that configs share until one of them changes it: most blocks change little of what a config knows.
type table[K, V comparable] struct {
	m      map[K]V
	shared bool // with another config, so it is copied before it is changed
}

// share makes another table of the same content.
func (t *table[K, V]) share() table[K, V] {
	t.shared = true
	return *t
}

func (t *table[K, V]) get(k K) V { return t.m[k] }

func (t *table[K, V]) lookup(k K) (V, bool) {
	v, ok := t.m[k]
	return v, ok
}

func (t *table[K, V]) has(k K) bool {
	_, ok := t.m[k]
	return ok
}

func (t *table[K, V]) len() int { return len(t.m) }

// all goes through what is there. An entry may be removed meanwhile.
func (t *table[K, V]) all() iter.Seq2[K, V] { return maps.All(t.m) }

// sortedKeys are the keys in order.
func sortedKeys[V comparable](t *table[string, V]) []string { return slices.Sorted(maps.Keys(t.m)) }

func (t *table[K, V]) set(k K, v V) {
	if old, ok := t.m[k]; ok && old == v {
		return
	}
	t.own()
	t.m[k] = v
}

func (t *table[K, V]) remove(k K) {
	if t.has(k) {
		t.own()
		delete(t.m, k)
	}
}

func (t *table[K, V]) own() {
	switch {
	case t.m == nil:
		t.m = map[K]V{}
	case t.shared:
		t.m = maps.Clone(t.m)
	}
	t.shared = false
}
