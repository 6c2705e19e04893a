package inventory

import (
	"strings"
	"testing"
)

// A table shows so many rows, and says how many more there are.
func TestTableAtTheLimit(t *testing.T) {
	for _, most := range []int{20, 40} {
		for n, want := range map[int]string{most: "", most + 1: "\nand 1 more locks\n", most + 7: "\nand 7 more locks\n"} {
			rows := make([][]string, n)
			for i := range rows {
				rows[i] = []string{"a", "b"}
			}
			var out strings.Builder
			tableRows(&out, rows, most, "locks")
			if got := out.String(); strings.Count(got, "| a | b |\n") != most || !strings.HasSuffix(got, "| a | b |\n"+want) {
				t.Errorf("%d rows of at most %d:\n%s", n, most, got)
			}
		}
	}
}
