package sqltext

import (
	"fmt"
	"strings"
	"testing"
)

// The locks of one statement are read up to a limit, and blocks in blocks up to a depth.
func TestCaps(t *testing.T) {
	for _, n := range []int{32, 33} {
		got := Parse("SELECT " + strings.Repeat("pg_advisory_lock(1), ", n-1) + "pg_advisory_lock(2)")
		if len(got) != 1 || len(got[0].Locks) != 32 || got[0].Locks[0].Key != "1" || (got[0].Locks[31].Key == "2") != (n == 32) {
			t.Errorf("%d locks: %+v", n, got)
		}
	}
	block := func(n int) string {
		text := "PERFORM pg_advisory_lock(7);"
		for i := range n {
			text = fmt.Sprintf("DO $b%d$ %s $b%d$;", i, text, i)
		}
		return text
	}
	for n, want := range map[int]int{1: 1, 2: 1, 3: 0} {
		locks := 0
		for _, s := range Parse(block(n)) {
			locks += len(s.Locks)
		}
		if locks != want {
			t.Errorf("%d blocks in each other: %d locks, want %d", n, locks, want)
		}
	}
}
