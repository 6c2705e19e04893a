package effects_test

import "testing"

// A function in which nothing happens is followed for its result as long as it has eighty instructions; one in which a lock is taken
// however many it has.
func TestSmallFunctionAtTheLimit(t *testing.T) {
	for _, tt := range []struct {
		n     int
		first string
		known bool
	}{{79, "", true}, {80, "", false}, {80, "mu.Lock()\n", true}} { // and the return
		f := functions(t, head+"func F(s string, k int) (string, int) {\n"+tt.first+times(tt.n, "k = -k\n")+"return s, k\n}")["F"]
		if known := len(f.Cases[0].Results) > 0 && f.Cases[0].Results[0].String() == "p0"; known != tt.known {
			t.Errorf("%d instructions behind %q: followed is %v", tt.n, tt.first, known)
		}
	}
}
