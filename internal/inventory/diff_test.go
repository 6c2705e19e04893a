package inventory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/config"
)

// changes writes a difference: +F, -G, ~H ttl.
func changes(d *Diff) string {
	var out []string
	for _, s := range d.Added {
		out = append(out, "+"+s.Function)
	}
	for _, s := range d.Removed {
		out = append(out, "-"+s.Function)
	}
	for _, c := range d.Changed {
		text := "~" + c.After.Function
		for _, p := range c.What {
			text += fmt.Sprintf(" %s", p.Name)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func TestCompare(t *testing.T) {
	in := func(function, template string) Site {
		s := lockOn(template)
		s.Function, s.Callee = function, "Obtain"
		return s
	}
	short := in("F", "lock:a:{}")
	short.TTL = TTL{Is: "limited", MS: 1000}
	for _, tt := range []struct {
		name          string
		before, after []Site
		want          string
	}{
		{"nothing", []Site{in("F", "lock:a:{}")}, []Site{in("F", "lock:a:{}")}, ""},
		{"lines", []Site{in("F", "lock:a:{}"), in("G", "lock:b:{}")}, []Site{in("G", "lock:b:{}"), in("F", "lock:a:{}")}, ""},
		{"one more of the same", []Site{in("F", "lock:a:{}")}, []Site{in("F", "lock:a:{}"), in("F", "lock:a:{}")}, "+F"},
		{"another property", []Site{in("F", "lock:a:{}")}, []Site{short}, "~F ttl"},
		{"another template", []Site{in("F", "lock:a:{}")}, []Site{in("F", "lock:b:{}")}, "~F lock"},
		{"one of two templates", []Site{in("F", "lock:a:{}"), in("F", "lock:c:{}")}, []Site{in("F", "lock:b:{}"), in("F", "lock:c:{}")}, "~F lock"},
		{"a new name of the function", []Site{in("F", "lock:a:{}")}, []Site{in("G", "lock:a:{}")}, "~G function"},
		{"a function in the place of another", []Site{short}, []Site{in("G", "lock:a:{}")}, "+G, -F"},
		{"all gone", []Site{in("F", "lock:a:{}")}, nil, "-F"},
	} {
		d := Compare(of(config.Inventory{}, tt.before...), of(config.Inventory{}, tt.after...), "HEAD")
		if got := changes(d); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if d.Empty() != (tt.want == "") {
			t.Errorf("%s: Empty is %v", tt.name, d.Empty())
		}
	}
}
