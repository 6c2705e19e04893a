package leaseexpiry

import (
	"slices"
	"time"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.at.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	lock := r.LockName(f.fn, f.acquire, effects.Event{})
	out.Timeline = append(r.Steps(f.acquire), r.Steps(f.shown()...)...)
	switch f.category {
	case noTTL:
		out.Message = lock + " has no expiry: if its holder dies, nobody gets it any more; give it one in the same command"
		out.Assuming = "that the key is a lock"
	case twoStep:
		out.Timeline = append(r.Steps(f.acquire), r.Steps(f.at)...)
		out.Message = lock + ", taken at line " + r.Line(f.acquire) + ", gets its expiry by a second command: if the holder dies between the two, nobody gets the lock any more; give SET the expiry too (NX and PX)"
	case short:
		out.Message = "the lease of " + lock + " is " + f.ttl.String() + ", and the work under it may take " + effects.SumText(f.parts, f.sum) + " > " + f.ttl.String() + " TTL: the next holder starts before this one has ended; give it a longer life, or renew it"
	case unrenewed:
		out.Message = "the lease of " + lock + " is " + f.ttl.String() + ", nothing renews it, and the work under it, the loop at line " + r.Line(f.work[0]) + ", has no constant bound: the next holder starts while this one still works; renew it, or bound the work"
		out.Assuming = "that the loop may take longer than the lease"
	case watchdogOff:
		out.Message = "the lease of " + lock + " is " + f.ttl.String() + ", and that it is given turns its renewal off, while the work under it " + f.unbounded(r) + ": the next holder starts while this one still works; leave the lease out, or bound the work below it"
		out.Assuming = "that the work may take longer than the lease"
	case lostIgnored:
		out.Message = lock + " tells when it is lost, and nothing listens: the work goes on beside that of the next holder; stop it when the signal comes"
		out.Assuming = "that the work outlives the loss"
	case renewal:
		out.Message = "nobody looks at how the renewal of " + r.LockName(f.fn, f.acquire, f.at) + " went: the work goes on when the lock is lost; stop it when the renewal fails"
		out.Timeline = r.Steps(f.at)
	case waitAsLease:
		out.Message = f.mixed(lock)
	}
	return out
}

// shown is the work for the timeline: what stands at one place once.
func (f fault) shown() []effects.Event {
	const most = 4
	var out []effects.Event
	for _, e := range f.work {
		if len(out) < most && !slices.ContainsFunc(out, func(o effects.Event) bool { return o.Pos == e.Pos && o.Kind == e.Kind }) {
			out = append(out, e)
		}
	}
	return out
}

// mixed says which two of the three times are one.
func (f fault) mixed(lock string) string {
	switch {
	case f.ttl == 0:
		return "the wait for " + lock + " ends with a context" + after(f.sum) + " that the lock's own life hangs on: the lock is lost when the time of the wait is over; limit the wait by a context of its own"
	case f.work[0].Kind == summary.Wait:
		return "the wait for " + lock + " may take " + effects.SumText(f.parts, f.sum) + ", longer than the lease of " + f.ttl.String() + ": who waits gets it when the holder's time is up, whether that has ended or not; make the lease outlive the work, and the wait shorter"
	}
	return "one context" + after(f.sum) + " limits the wait for " + lock + " and the work under it: who waited long has little time left to work; give each a limit of its own"
}

func after(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return " of " + d.String()
}

// unbounded says what of the work nothing keeps below the lease.
func (f fault) unbounded(r *effects.Result) string {
	switch first := f.work[0]; {
	case f.sum > 0:
		return "may take " + effects.SumText(f.parts, f.sum)
	case first.Traits.Has(summary.Loops):
		return "loops at line " + r.Line(first) + " without a constant bound"
	default:
		return "waits at line " + r.Line(first) + " for " + first.Out.Name + " without a limit of its own"
	}
}
