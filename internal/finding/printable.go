package finding

import (
	"strings"
	"unicode"
)

// Printable is text without what makes a terminal do something or show something else than is there: control characters
// (escape sequences, carriage returns, line ends), marks that turn the direction of writing, bytes that are no UTF-8. Names, keys and source
// come from code that nobody has looked at yet.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
