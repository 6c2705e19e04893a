package page

import (
	"io"
	"strconv"

	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/picture"
)

// SVG draws the sites that findings speak of.
func SVG(w io.Writer, inv *inventory.Inventory) error {
	var timelines []picture.Timeline
	for i := range inv.Sites {
		if s := &inv.Sites[i]; len(s.Findings) > 0 {
			timelines = append(timelines, Timeline(s))
		}
	}
	title := "locklint: " + countOf(inv.Counts.Findings, "fault") + " at " + strconv.Itoa(len(timelines)) + " of " + countOf(len(inv.Sites), "lock site")
	return picture.SVG(w, title, timelines)
}
