package directive

import (
	"testing"

	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

func TestDirective(t *testing.T) {
	linttest.Run(t, "testdata", New(engine.Default, "leakedlock", "pooledlock", "toy"), "ex.com/a", "ex.com/gen")
}

func TestHint(t *testing.T) {
	rules := []string{"unlockbeforecommit", "leakedlock", "localmutex"}
	for _, tt := range []struct{ given, want string }{
		{"unlockbeforecomit", `; did you mean "unlockbeforecommit"?`},
		{"leakedLock", `; did you mean "leakedlock"?`},
		{"localmutx", `; did you mean "localmutex"?`},
		{"all", "; locklint help lists the rules"},
		{"", "; locklint help lists the rules"},
	} {
		if got := hint(tt.given, rules); got != tt.want {
			t.Errorf("hint(%q) = %q, want %q", tt.given, got, tt.want)
		}
	}
}
