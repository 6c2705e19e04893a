package page

import (
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/inventory"
)

// lanes writes a timeline: for each step L where the lock is held and T where a transaction is open, in small letters
// at the ends, and ! where the transaction outlives the lock.
func lanes(s *inventory.Site) string {
	t := Timeline(s)
	letter := func(part, name string) string {
		switch part {
		case "":
			return ""
		case "on":
			return name
		}
		return strings.ToLower(name)
	}
	var out []string
	for i := range t.Steps {
		text := letter(string(t.Lock.At(i)), "L") + letter(string(t.TxAt(i)), "T")
		if t.Uncovered(i) {
			text += "!"
		}
		if text == "" {
			text = "-"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestLanes(t *testing.T) {
	for _, tt := range []struct{ name, events, relation, want string }{
		{"released before the commit", "begin acquire write release commit", "inside", "t lT LT lT t!"},
		{"released behind the commit", "acquire begin write commit release", "around", "l Lt LT Lt l"},
		{"begun under the lock", "acquire begin write release commit", "early", "l Lt LT lT t!"},
		{"no transaction", "read acquire write release", "none", "- l L l"},
		{"two transactions", "acquire begin commit begin rollback release", "around", "l Lt Lt Lt Lt l"},
		{"a savepoint", "acquire begin begin commit commit release", "around", "l Lt LT LT Lt l"},
		{"never released", "acquire write", "none", "l L"},
		{"the caller's transaction", "acquire write release", "given", "lT LT lT t!"},
		{"the caller commits", "acquire release commit", "none", "lT lT t!"},
		{"released by the end of the transaction", "begin acquire write commit!", "part", "t lT LT lt"},
		{"a lock that is not taken there", "read write", "none", "- -"},
	} {
		s := &inventory.Site{Transaction: inventory.Transaction{Relation: tt.relation}}
		held := false
		for _, what := range strings.Fields(tt.events) {
			what, ends := strings.CutSuffix(what, "!")
			if what == "release" || ends {
				held = false
			}
			s.Timeline = append(s.Timeline, inventory.Event{What: what, Held: held, Self: what == "acquire" || what == "release"})
			held = held || what == "acquire"
		}
		if got := lanes(s); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestLease(t *testing.T) {
	for _, tt := range []struct {
		name    string
		life    int64
		renewal string
		worst   inventory.Worst
		want    string // the texts, and whether it is outlasted
	}{
		{"short", 8000, "none", inventory.Worst{Is: "sum", MS: 12000, Text: "sum"}, "lease 8s; work up to 12s, 4s longer than the lease: sum; outlasted"},
		{"long enough", 24000, "none", inventory.Worst{Is: "sum", MS: 12000, Text: "sum"}, "lease 24s; work up to 12s: sum"},
		{"renewed", 8000, "library", inventory.Worst{Is: "sum", MS: 12000, Text: "sum"}, "lease 8s, renewed; work up to 12s: sum"},
		{"no limit", 8000, "none", inventory.Worst{Is: "unbounded", Text: "get"}, "lease 8s; no limit: get; outlasted"},
		{"no lease", 0, "none", inventory.Worst{Is: "unbounded", Text: "get"}, "; no limit: get"},
		{"nothing known", 8000, "none", inventory.Worst{Is: "none"}, ""},
	} {
		s := &inventory.Site{TTL: inventory.TTL{Is: "limited", MS: tt.life}, Renewal: tt.renewal, Worst: tt.worst}
		got := ""
		if l := Timeline(s).Lease; l != nil {
			got = l.LifeText() + "; " + l.WorkText()
			if l.Outlasted() {
				got += "; outlasted"
			}
			life, within, beyond := l.Bars()
			if life < 0 || life > 1000 || within+beyond < 1 || within+beyond > 1000 {
				t.Errorf("%s: bars of %d, %d and %d", tt.name, life, within, beyond)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
