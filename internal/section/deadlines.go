package section

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A Deadline is one that a call of another program is under. Where its context was made once, it bounds all calls that
// are given it, and all rounds of a loop, together.
type Deadline struct {
	Ctx   string // tells it from others
	After time.Duration
	Anew  bool // each round makes its own, as far as is known
}

// deadlines are those that a call is under, the innermost first.
func (w *walker) deadlines(e *Event) []Deadline {
	var out []Deadline
	for ctx := e.Ctx; ctx != nil && len(ctx.Args) > 0; ctx = ctx.Args[0] {
		switch {
		case ctx.Op == summary.Derived && ctx.Name == value.Detached:
			return out
		case ctx.Op == summary.Derived && ctx.Index > 0:
			out = append(out, Deadline{Ctx: ctx.String(), After: time.Duration(ctx.Index), Anew: w.madeAnew(ctx, e.Block)})
		case ctx.Op != summary.Derived && ctx.Op != summary.WithValue:
			return out
		}
	}
	return out
}

// madeAnew tells a context that is made in a loop around a block, or not in this function.
func (w *walker) madeAnew(ctx *summary.Expr, block int) bool {
	if len(ctx.Args) < 2 {
		return true
	}
	made := ctx.Args[1]
	if made.Op != summary.Field || made.Args[0].Op != summary.Local || strings.ContainsAny(made.Name, "!") {
		return true
	}
	at := w.blockOf(made.Args[0].Index)
	if at == nil || block >= len(w.fn.Fn.Blocks) {
		return true
	}
	for _, l := range loopsOf(w.fn.Fn) {
		if l.body[at] && l.body[w.fn.Fn.Blocks[block]] {
			return true
		}
	}
	return false
}

// blockOf is the block of the instruction of a number.
func (w *walker) blockOf(id int) *ssa.BasicBlock {
	for instr, n := range w.ids {
		if n == id {
			return instr.Block()
		}
	}
	return nil
}

// together makes one call of those that the deadline of a context, which the function made once, bounds together: for a
// caller they take as long as that.
func together(out *summary.OutCall, deadlines []Deadline, lasts time.Duration) *summary.OutCall {
	for _, d := range deadlines {
		if !d.Anew && d.After < lasts {
			known := *out
			known.Times, known.Limits = 0, []*summary.Expr{summary.ConstOf(strconv.FormatInt(int64(d.After), 10))}
			return &known
		}
	}
	return out
}
