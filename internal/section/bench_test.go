package section

import (
	"testing"

	"github.com/locklint/locklint/internal/summary"
)

// BenchmarkConfig copies a state, changes it and writes its key: that happens at each branch and each call.
func BenchmarkConfig(b *testing.B) {
	c := newConfig()
	for i := range 3 {
		c.held = append(c.held, summary.Lock{Handle: summary.ParamOf(i)})
		c.live = append(c.live, &Event{Event: summary.Event{Kind: summary.Acquire, Lock: c.held[i]}})
		c.set(pool[i%len(pool)], summary.LocalOf(i))
	}
	for b.Loop() {
		d := c.clone()
		d.set(pool[0], summary.LocalOf(7))
		d.touch()
		d.key()
	}
}
