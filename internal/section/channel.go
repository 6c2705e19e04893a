package section

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A ChanUse says how a channel is used as a mutex.
type ChanUse uint8

// The uses.
const (
	NoLock ChanUse = iota
	SendAcquires
	ReceiveAcquires
)

// channel sends or receives. On a channel that is a mutex that takes it or gives it back.
func (w *walker) channel(c *config, ch ssa.Value, sends bool, pos token.Pos) {
	use := w.world.ChanLock(ch)
	handle := w.eval(c, ch)
	if use == NoLock || handle == nil {
		return
	}
	kind := summary.Release
	if sends == (use == SendAcquires) {
		kind = summary.Acquire
	}
	e := Event{Event: summary.Event{Kind: kind, Lock: summary.Lock{Kind: catalog.Process, Handle: handle}}, Pos: pos}
	w.happen(c, e, frame{})
}

// selects follows each case of a select that takes or gives back a mutex.
func (w *walker) selects(c *config, v *ssa.Select) []*config {
	matters := false
	for _, st := range v.States {
		matters = matters || w.world.ChanLock(st.Chan) != NoLock
	}
	if !matters {
		return []*config{c}
	}
	first := 0
	if !v.Blocking {
		first = -1 // the default
	}
	var out []*config
	for i := first; i < len(v.States); i++ {
		next := c.clone()
		for _, ref := range *v.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 {
				next.binds[e] = summary.ConstOf(strconv.Itoa(i))
			}
		}
		if i >= 0 {
			st := v.States[i]
			if st.Dir == types.RecvOnly {
				w.isDone(next, st.Chan)
			}
			w.channel(next, st.Chan, st.Dir == types.SendOnly, st.Pos)
		}
		out = append(out, next)
	}
	return out
}

// chosen learns, where the index of a select is compared, that the channel of that case was ready.
func (w *walker) chosen(c *config, v *ssa.BinOp, want summary.Truth) {
	e, ok := v.X.(*ssa.Extract)
	if !ok || v.Op != token.EQL || want != summary.IsTrue {
		return
	}
	sel, ok := e.Tuple.(*ssa.Select)
	k, isConst := v.Y.(*ssa.Const)
	if !ok || !isConst || e.Index != 0 {
		return
	}
	if i := int(k.Int64()); i >= 0 && i < len(sel.States) && sel.States[i].Dir == types.RecvOnly {
		w.isDone(c, sel.States[i].Chan)
	}
}

// isDone learns from the end of a context, whose channel was received from.
func (w *walker) isDone(c *config, ch ssa.Value) {
	call, ok := ch.(*ssa.Call)
	if !ok || call.Call.Method == nil || call.Call.Method.FullName() != "(context.Context).Done" {
		return
	}
	if ctx := w.eval(c, call.Call.Value); ctx != nil {
		w.learn(c, summary.New(summary.Call, 0, value.CtxErr, ctx), summary.NotNil)
	}
}
