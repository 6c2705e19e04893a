package uncheckedlock

import (
	"strings"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

// lockWord tells a name of which a part says that it is about a lock.
func lockWord(name string) bool {
	return effects.CallsItAcquire(name[strings.LastIndexByte(name, '/')+1:])
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.event.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	if assume := effects.Assumed(f.event); assume != "" {
		out.Sure, out.Assuming = max(out.Sure, finding.Likely), assume
	}
	acquire := f.event
	if acquire.Kind == summary.Missed {
		acquire.Kind = summary.Acquire
	}
	out.Timeline = append(r.Steps(acquire), r.Steps(f.work...)...)
	lock := r.LockName(f.fn, acquire, acquire)
	behind := "what follows runs"
	if len(f.work) > 0 {
		behind = "line " + r.Line(f.work[0]) + " runs"
	}
	const cost = "beside another holder"
	switch f.category {
	case ignored:
		out.Message = "nobody looks at whether " + lock + " was obtained: " + behind + " all the same, " + cost + "; look at the answer, and do not go on without the lock"
	case fallThrough:
		out.Message = "where " + lock + " was not obtained, " + behind + " all the same, " + cost + "; return or try again there"
	case inverted:
		out.Message = "where " + lock + " was not obtained, " + behind + ", and where it was, nothing is done: the test is the wrong way round"
	case rowDropped:
		out.Message = f.lost(lock)
	case busySuccess:
		out.Message = "where " + lock + " is held by somebody else, the function reports success: its caller goes on as if the work were guarded, or done; return an error that says busy"
		if out.Assuming == "" {
			out.Assuming = "that the caller takes a nil error for a lock that was obtained"
		}
	case failOpen:
		out.Message = "where " + lock + " could not be tried, the work goes on without it, " + cost
	}
	return out
}

// lost says what it costs that the answer of a lock statement is lost.
func (f fault) lost(lock string) string {
	const how = "throws the row away in which the answer stands"
	if f.event.Kind == summary.Release {
		return "the statement " + how + " whether " + lock + " was given back: if this connection did not hold it, it stays locked and nobody is told; query the row and look at it"
	}
	return "the statement " + how + " whether " + lock + " was obtained: what follows runs beside another holder; query the row and look at it"
}
