package effects_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/effects"
)

// What a function assigns to a limit of the client that it is given is noted for its callers, through however many calls, and
// for each of the limits: else one would be claimed that is not so.
func TestLimitChangedFarAway(t *testing.T) {
	through := func(n int, last string) string { // in a cycle, callers first or last
		var fns []string
		for i := range n {
			fns = append(fns, fmt.Sprintf("func s%d(c *http.Client) { s%d(c) }\n", i, i+1))
		}
		fns = append(fns, fmt.Sprintf("func s%d(c *http.Client) {\nif c == nil {\ns0(c)\n}\n%s\n}\n", n, last))
		if last == "" || n%2 == 0 {
			slices.Reverse(fns)
		}
		return "package p\nimport (\n\"net/http\"\n\"sync\"\n)\nvar mu sync.Mutex\nvar client = create()\nfunc use() { mu.Lock() }\n" +
			"func create() *http.Client {\nc := &http.Client{Timeout: 7}\ns0(c)\nreturn c\n}\n" + strings.Join(fns, "")
	}
	for _, tt := range []struct {
		n     int
		last  string
		known bool
	}{
		{0, "", true},
		{40, "", true},
		{0, "c.Timeout = 9", false},
		{40, "c.Timeout = 9", false},
		{41, "c.Timeout = 9", false},
		{0, "c.Timeout = 9\nc.Transport = nil", false},
		{0, "c.Transport = nil\nc.Timeout = 9", false},
		{0, "c.Transport = nil", true},
	} {
		p := analyzed(t, through(tt.n, tt.last))
		ns, ok := effects.LimitIn(p.world, p.pkg.Scope().Lookup("client"), "Timeout")
		if ok != tt.known || ok && ns != "7" {
			t.Errorf("%q behind %d calls: the limit is %q, %v", tt.last, tt.n, ns, ok)
		}
	}
}
