package inventory

import (
	"slices"
	"strconv"
	"testing"

	"github.com/locklint/locklint/internal/config"
)

// Two branches of one method take the lock for its callers, one of which has another function give it back.
func TestPartBranches(t *testing.T) {
	take := func(line int, in, template, fate string, keeps bool, targets ...string) Found {
		s := Site{Pos: Pos{File: "a.go", Line: line}, Function: in, Lock: Lock{Kind: "unknown", Template: template, Name: "lock"}, Fate: fate}
		if fate == "elsewhere" {
			s.Releases = []Release{{Pos: Pos{File: "a.go", Line: 90}, When: "by hand", Apart: true}}
		}
		return Found{Site: s, Func: in, HandsOn: keeps, Targets: targets}
	}
	inv := Make("", []Part{{Found: []Found{
		take(1, "take", "", "never", true, "Locker.Acquire"),
		take(2, "take", "", "never", false, "Locker.Acquire"),
		take(10, "leave", "manager", "elsewhere", true, "take"),
		take(11, "lead", "manager", "elsewhere", true, "take"),
		take(20, "run", "manager", "never", true, "leave"), // leave gives the lock its key, and is the site itself
	}}}, config.Inventory{})
	lines := func(sites []Site) (out []string) {
		for _, s := range sites {
			out = append(out, strconv.Itoa(s.Pos.Line)+" "+s.Fate)
		}
		return out
	}
	if got, want := lines(inv.Wrappers), []string{"1 elsewhere", "2 elsewhere"}; !slices.Equal(got, want) {
		t.Errorf("wrappers %q, want %q", got, want)
	}
	if got, want := lines(inv.Sites), []string{"10 elsewhere", "11 elsewhere"}; !slices.Equal(got, want) {
		t.Errorf("sites %q, want %q", got, want)
	}
}
