package page

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/inventory"
)

var many = flag.String("page.many", "", "the `file` to which TestPageOfMany writes its page, for a browser")

// manySites are sites as those of the shop, in many packages, some of them with long names.
func manySites(t *testing.T, n int) *inventory.Inventory {
	like := shop(t).Sites
	var found []inventory.Found
	for i := range n {
		s := like[i%len(like)]
		thing := word(i / 8)
		if i%40 < 8 {
			thing += strings.Repeat("ofaverylongname", 6)
		}
		s.Package = "example.com/many/" + thing
		s.Function = fmt.Sprintf("(*%s).Do%d", thing, i)
		s.Pos = inventory.Pos{File: thing + "/file.go", Line: 10 + i%8, Column: 2}
		if s.Lock.Template != "" {
			s.Lock.Template = "lock:" + thing + ":{}"
			s.Lock.Name = s.Lock.Template
		}
		s.Findings = slices.Clone(s.Findings)
		if i%7 != 0 {
			s.Findings = nil
		}
		for k := range s.Findings {
			s.Findings[k].ID = fmt.Sprint(i, k)
			s.Findings[k].Pos.File = s.Pos.File
		}
		s.Timeline = slices.Clone(s.Timeline)
		for k := range s.Timeline {
			s.Timeline[k].Pos.File = s.Pos.File
		}
		found = append(found, inventory.Found{Site: s})
	}
	module := inventory.Module{Dir: ".", Patterns: []string{"./..."}}
	return inventory.Make("", []inventory.Part{{Module: module, Found: found}}, config.Inventory{})
}

// word writes a number in letters, so that each names a resource of its own.
func word(n int) string {
	text := ""
	for ; len(text) < 4; n /= 16 {
		text += string(rune('a' + n%16))
	}
	return "w" + text
}

// 2,000 sites make a page that a browser can hold; .ci/browser measures how long it takes.
func TestPageOfMany(t *testing.T) {
	inv := manySites(t, 2000)
	page := written(t, HTML, inv)
	if n := strings.Count(page, "<article "); n != 2000 {
		t.Errorf("the page has %d sites", n)
	}
	if len(page) > 8<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if *many != "" {
		if err := os.WriteFile(*many, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
