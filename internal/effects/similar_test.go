package effects

import "testing"

// Keys that differ as a slip of the pen does, and keys that do not.
func TestSimilar(t *testing.T) {
	for _, p := range []struct {
		a, b string
		want bool
	}{
		{"lock:user:{}", "lock:usr:{}", true},
		{"lock:user:{}", "lock-user-{}", true},
		{"lock:user:{}", "lock:{}:user", true},
		{"lock:user:{}", "Lock:User:{}", true},
		{"lock:user:{}", "lock:user:{}", false}, // the same
		{"lock:user:{}", "lock:user:{}:{}", false},
		{"lock:order:{}", "cache:order:{}", false},
		{"a:{}", "b:{}", false},
		{"lock:user", "lock:orders", false},
	} {
		if got := similar(p.a, p.b); got != p.want {
			t.Errorf("similar(%q, %q) = %v", p.a, p.b, got)
		}
		if similar(p.a, p.b) != similar(p.b, p.a) {
			t.Errorf("similar(%q, %q) depends on the order", p.a, p.b)
		}
	}
}

func TestNumeric(t *testing.T) {
	for pattern, want := range map[string]bool{"1000+{}": true, "{}<<16": true, "{}+1": false, "{}": false, "a10+{}": false, "1000": false} {
		if got := Numeric(pattern); got != want {
			t.Errorf("Numeric(%q) = %v", pattern, got)
		}
	}
}
