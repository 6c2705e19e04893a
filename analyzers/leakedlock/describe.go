package leakedlock

import (
	"strconv"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
)

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.at())
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	lock := r.LockName(f.fn, f.acquire, f.release)
	if assume := effects.Assumed(f.acquire, f.release); assume != "" {
		out.Sure, out.Assuming = finding.Likely, assume
	}
	line := strconv.Itoa(r.LineOf(f.path.Out))
	switch f.category {
	case earlyReturn:
		out.Timeline = append(r.Steps(f.acquire), r.Way(f.path)...)
		for _, o := range f.others {
			out.Timeline = append(out.Timeline, r.Way(o)...)
		}
		out.Message = lock + " is still held " + f.wayOut(line) + f.more() + ": " + f.cost() + "; release it there, or defer the release"
	case lateDefer:
		out.Timeline = append(append(r.Steps(f.acquire), r.Way(f.path)...), r.Steps(f.release)...)
		out.Message = lock + " is still held after the return of line " + line + ", which stands before the deferred release of line " + r.Line(f.release) + ": " + f.cost() + "; defer the release right behind the acquire"
	case connection:
		out.Timeline = append(r.Steps(f.acquire), r.Way(f.path)...)
		lock = r.LockName(f.fn, f.lost, f.lost)
		out.Message = "the connection is not given back at line " + line + ", where " + lock + " was not obtained: each lost race takes one connection out of the pool for good; close it there"
		if f.acquire.Kind.String() == "begin" {
			out.Message = "the transaction is not ended at line " + line + ", where " + lock + " was not obtained: each lost race takes one connection out of the pool for good; roll back there"
		}
	case earlyDefer:
		out.Timeline = append(r.Steps(f.release), r.Way(f.path)...)
		out.Message = lock + " is released at line " + line + " although it was not acquired: " + f.releaseCost() + "; register the release behind the test of the acquire"
		if f.crash {
			out.Message = lock + " was not acquired at line " + line + ", so the function that releases it is nil, and calling it crashes; register the release behind the test of the acquire"
		}
		if out.Assuming == "" {
			out.Assuming = "that the way out at line " + line + " is taken"
		}
	case double:
		out.Timeline = r.Steps(f.acquire, f.first, f.release)
		out.Message = lock + " is released a second time, after line " + r.Line(f.first) + ": " + f.releaseCost()
	case wrongHandle:
		out.Timeline = r.Steps(f.acquire, f.release)
		other := r.LockName(f.fn, f.release, f.release)
		out.Message = "the defer releases " + other + ", not " + r.LockName(f.fn, f.acquire, f.acquire) + " of line " + r.Line(f.acquire) + ", which stays locked; release that one"
		if f.acquire.Lock.Shared != f.release.Lock.Shared {
			out.Message = "the defer is of the other mode of " + lock + ", which was locked at line " + r.Line(f.acquire) + " and stays locked; pair RLock with RUnlock and Lock with Unlock"
		}
	}
	return out
}

// wayOut names the way out.
func (f fault) wayOut(line string) string {
	switch {
	case f.path.Panicked:
		return "after the panic of line " + line + ", which is recovered"
	case !f.path.Ends:
		return "when the loop goes on at line " + line
	}
	return "after the return of line " + line
}

// more counts the further ways out.
func (f fault) more() string {
	switch n := len(f.others); n {
	case 0:
		return ""
	case 1:
		return " and at 1 more way out"
	default:
		return " and at " + strconv.Itoa(n) + " more ways out"
	}
}

// cost is what a lock costs that stays behind.
func (f fault) cost() string {
	switch f.acquire.Lock.Kind {
	case catalog.Process:
		return "whoever locks next waits for ever"
	case catalog.Lease:
		return "everybody else is shut out until it expires"
	case catalog.Session:
		return "it stays with the session and shuts everybody else out"
	}
	return "everybody else is shut out"
}

// releaseCost is what it costs to release what is not held.
func (f fault) releaseCost() string {
	switch f.release.Lock.Kind {
	case catalog.Process:
		return "that crashes, or frees the lock of somebody else"
	case catalog.Lease:
		return "that fails, or frees the lock of the next holder"
	}
	return "that fails, or frees what somebody else holds"
}
