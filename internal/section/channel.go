package section

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
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

// selects follows each case of a select that takes or gives back a mutex, or sends away what has to be given back.
func (w *walker) selects(c *config, v *ssa.Select) []*config {
	matters := false
	for _, st := range v.States {
		matters = matters || w.world.ChanLock(st.Chan) != NoLock || st.Dir == types.SendOnly && w.leadsToDuty(c, w.eval(c, st.Send))
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
				next.binds.set(e, summary.ConstOf(strconv.Itoa(i)))
			}
		}
		if i >= 0 {
			st := v.States[i]
			if st.Dir == types.SendOnly {
				w.sends(next, v, st.Send)
			}
			w.channel(next, st.Chan, st.Dir == types.SendOnly, st.Pos)
			if st.Dir == types.RecvOnly {
				w.received(next, w.eval(next, st.Chan), st.Pos)
			}
		}
		out = append(out, next)
	}
	return out
}
