// Package lazy has values that are made when they are first used. Under go vet there is a process for each package, of the standard
// library too, and most of them use none of these: made as the program starts, they were a tenth of what it costs to start it.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is the regular expression of a text that must be one.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
