package page

import (
	"fmt"
	"testing"

	"github.com/locklint/locklint/internal/inventory"
)

// Eight templates stand above a resource. A ninth takes the place that the note about it would take; of more a note says
// how many there are.
func TestTemplatesAtTheLimit(t *testing.T) {
	for n, want := range map[int]struct {
		badges int
		last   string
	}{8: {8, "lock:7:{}"}, 9: {9, "lock:8:{}"}, 10: {9, "and 2 more"}, 11: {9, "and 3 more"}} {
		r := inventory.Resource{Name: "order"}
		for i := range n {
			r.Templates = append(r.Templates, fmt.Sprintf("lock:%d:{}", i))
		}
		got := resources(&inventory.Inventory{Resources: []inventory.Resource{r}})[0].Badges
		if len(got) != want.badges || got[len(got)-1].Text != want.last {
			t.Errorf("%d templates: %d badges, the last one %v, want %d and %q", n, len(got), got[len(got)-1], want.badges, want.last)
		}
	}
}
