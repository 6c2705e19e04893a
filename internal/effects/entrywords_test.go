package effects

import (
	"testing"

	"github.com/locklint/locklint/internal/catalog"
)

// What a library function does can be said of each role.
func TestRoleWords(t *testing.T) {
	for role := catalog.NoRole + 1; role <= catalog.SetTTL; role++ {
		if roleWords[role] == "" {
			t.Errorf("%v has no words", role)
		}
	}
}
