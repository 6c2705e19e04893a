package document

import (
	"fmt"
	"reflect"
	"strings"
)

// KeyOf is the key under which users write a field: the name in its json tag, else its name in lower case, where
// TTLUnit is ttlUnit.
func KeyOf(f reflect.StructField) string {
	if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
		return name
	}
	upper := 0
	for upper < len(f.Name) && f.Name[upper] >= 'A' && f.Name[upper] <= 'Z' {
		upper++
	}
	if upper > 1 && upper < len(f.Name) {
		upper-- // the last begins the next word
	}
	return strings.ToLower(f.Name[:upper]) + f.Name[upper:]
}

// Hidden tells a field that users do not write, by its tag: the program writes it into documents for itself. [Decode] reads it all the same.
func Hidden(f reflect.StructField) bool { return f.Tag.Get("hidden") != "" }

// writtenKeys are those that users write.
func writtenKeys(t reflect.Type) []string {
	var out []string
	for f := range t.Fields() {
		if !Hidden(f) {
			out = append(out, KeyOf(f))
		}
	}
	return out
}

func keysOf(t reflect.Type) []string {
	out := make([]string, t.NumField())
	for i := range out {
		out[i] = KeyOf(t.Field(i))
	}
	return out
}

// maxNames is how many names a message lists.
const maxNames = 80

// Nearest is the end of a message about a wrong name: the right one that is nearest, or all where none is near.
func Nearest(wrong string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	best, distance := "", 0
	for _, n := range names {
		if d := editDistance(strings.ToLower(wrong), strings.ToLower(n)); best == "" || d < distance {
			best, distance = n, d
		}
	}
	if distance > max(2, len(best)/2) {
		if len(names) > maxNames {
			return ""
		}
		return fmt.Sprintf(": it can be %s", strings.Join(names, ", "))
	}
	return fmt.Sprintf(": did you mean %q?", best)
}

// editDistance counts the letters to insert, delete, replace or swap with their neighbour to make b of a.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
