package effects_test

import (
	"fmt"
	"testing"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// factOf is the fact of a kind that a package has for its importers.
func factOf[F any](p *limited) (out F) {
	for _, f := range p.facts {
		if f, ok := f.(F); ok {
			out = f
		}
	}
	return out
}

// So much travels to the importers of a package; of what is above it they know nothing, and the rest is as it was.
func TestFactsAtTheLimit(t *testing.T) {
	for _, tt := range []struct {
		name  string
		limit int
		at    int // how many are told there
		above int // and of one more
		src   func(n int) string
		count func(p *limited) int
	}{
		{"literals of a summary", 8, 8, 8, func(n int) string {
			return head + times(n, "var m%d sync.Mutex\n") + "type T struct {\n" + times(n, "f%d func()\n") + "}\nfunc F() *T {\nreturn &T{" + times(n, "f%d: func() { m%d.Lock() }, ") + "}\n}"
		}, func(p *limited) int { return len(factOf[*summary.Summary](p).Literals) }},
		{"methods of a table", 256, 256, 256, func(n int) string {
			return head + "type T struct{ mu sync.Mutex }\ntype L interface {\n" + times(n, "M%d()\n") + "}\n" + times(n, "func (t *T) M%d() { t.mu.Lock() }\n")
		}, func(p *limited) int { return len(factOf[*effects.Table](p).Entries) }},
		{"a method with two implementations", 255, 256, 255, func(n int) string { // Z comes last, twice: of both or of none
			return head + "type T struct{ mu sync.Mutex }\ntype U struct{ mu sync.Mutex }\ntype L interface {\n" + times(n-1, "M%d()\n") + "}\n" + times(n-1, "func (t *T) M%d() { t.mu.Lock() }\n") +
				"type Z interface { Z() }\nfunc (t *T) Z() { t.mu.Lock() }\nfunc (u *U) Z() { u.mu.Unlock() }\n"
		}, func(p *limited) int { return len(factOf[*effects.Table](p).Entries) }},
		{"keys that are taken", 128, 128, 128, func(n int) string {
			return "package p\nimport (\n\"context\"\n\"github.com/redis/go-redis/v9\"\n)\n" +
				times(n, "func F%d(ctx context.Context, c *redis.Client, id string) bool {\nok, err := c.SetNX(ctx, \"lock:%d:\"+id, 1, 5).Result()\nreturn ok && err == nil\n}\n")
		}, func(p *limited) int { return len(factOf[*effects.Table](p).Taken) }},
		{"functions inside of which a deletion is told", 128, 128, 128, func(n int) string {
			return "package p\nimport (\n\"context\"\n\"github.com/redis/go-redis/v9\"\n)\nfunc F(ctx context.Context, c *redis.Client) bool {\nok, err := c.SetNX(ctx, \"lock\", 1, 5).Result()\nreturn ok && err == nil\n}\n" +
				times(n, "func Unlock%d(ctx context.Context, c *redis.Client) { c.Del(ctx, \"lock\") }\n")
		}, func(p *limited) int { return len(factOf[*effects.Table](p).Told) }},
		{"templates", 256, 256, 256, func(n int) string {
			return head + times(n, "func Key%d(id string) string { return \"lock:order%d:\" + id }\n") + "func F() { mu.Lock() }"
		}, func(p *limited) int { return len(factOf[*effects.Templates](p).Entries) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []struct{ has, want int }{{tt.limit, tt.at}, {tt.limit + 1, tt.above}} {
				if got := tt.count(analyzed(t, tt.src(n.has))); got != n.want {
					t.Errorf("%d: %d are told, want %d", n.has, got, n.want)
				}
			}
		})
	}
}

// A function that calls itself is looked at four times: what settles in the rounds before the last is known, and what
// takes one more round is not.
func TestRoundsAtTheLimit(t *testing.T) {
	src := func(n int) string { // comes back with m0, m1, ... mn, each of which takes a round
		out := times(n+1, "var m%d sync.Mutex\n") + "func F() int {\nif env.Flag() {\nm0.Lock()\nreturn 0\n}\nswitch F() {\n"
		for i := range n {
			out += fmt.Sprintf("case %d:\nm%d.Unlock()\nm%d.Lock()\nreturn %d\n", i, i, i+1, i+1)
		}
		return head + out + "}\nos.Exit(1)\nreturn 0\n}"
	}
	if f := functions(t, src(2))["F"]; f.Capped || acquires(f) != 3 {
		t.Errorf("four rounds are too many: %s", describe(f))
	}
	if f := functions(t, src(3))["F"]; !f.Capped {
		t.Errorf("five rounds are not too many: %s", describe(f))
	}
}
