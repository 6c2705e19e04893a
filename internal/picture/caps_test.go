package picture

import (
	"fmt"
	"strings"
	"testing"
)

// Twenty timelines are drawn; above that a line says how many more there are.
func TestDrawnAtTheLimit(t *testing.T) {
	for n, note := range map[int]string{20: "", 21: "and 1 more that are not drawn"} {
		var timelines []Timeline
		for i := range n {
			timelines = append(timelines, Timeline{Place: fmt.Sprintf("a.go:%d", i+1), Steps: []Step{{What: "commit"}}})
		}
		var buf strings.Builder
		if err := SVG(&buf, "title", timelines); err != nil {
			t.Fatal(err)
		}
		svg := buf.String()
		if got := strings.Count(svg, ">commit<"); got != 20 {
			t.Errorf("%d timelines: %d are drawn", n, got)
		}
		if strings.Contains(svg, "not drawn") != (note != "") || !strings.Contains(svg, note) {
			t.Errorf("%d timelines: the picture lacks %q, or says too much", n, note)
		}
	}
}
