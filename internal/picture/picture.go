// Package picture is a critical section as it is drawn: the model of a timeline, and its SVG. The page of the inventory
// draws the same model.
package picture

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Timeline is a critical section, from what happened shortly before it to the end of its transactions.
type Timeline struct {
	Place  string // order/order.go:60
	Title  string // lock:order:{}, redis key
	Func   string // the function around it
	Faults []Fault
	Steps  []Step
	Lock   Span   // in which steps the lock is held
	Txs    []Span // and transactions are open, none of them within another
	Lease  *Lease // nil where neither the life of the lock nor the time of the work is known
}

// A Fault is what a rule reports of it.
type Fault struct {
	Rule, Category string
	Message        string
	Sure           string // certain, likely, review
}

// Name is rule/category.
func (f Fault) Name() string { return f.Rule + "/" + f.Category }

// Text is the message without the name that stands behind it.
func (f Fault) Text() string { return strings.TrimSuffix(f.Message, " ("+f.Name()+")") }

// A Step is a line of the timeline.
type Step struct {
	What  string // acquire, write, commit ...
	Place string // the line, with the file where it is another
	Text  string // the source
	Notes []Note
	Fault bool // a finding points here
}

// A Note is what there is to say of a step.
type Note struct {
	Text string
	Is   string // "", or bad, or good
}

// A Span is the steps during which something is so. The zero span is none.
type Span struct {
	Is       bool
	From, To int // -1: it was so before the first step; the number of steps: it is so behind the last one
}

// A Part is what a step shows of a span.
type Part string

// The parts of a span.
const (
	Off   Part = ""
	Start Part = "start"
	On    Part = "on"
	End   Part = "end"
)

// At is the part of the span that a step shows.
func (s Span) At(step int) Part {
	switch {
	case !s.Is || step < s.From || step > s.To:
		return Off
	case step == s.From:
		return Start
	case step == s.To:
		return End
	}
	return On
}

// TxAt is the part of a transaction that a step shows.
func (t *Timeline) TxAt(step int) Part {
	for _, tx := range t.Txs {
		if p := tx.At(step); p != Off {
			return p
		}
	}
	return Off
}

// Uncovered tells that at a step the lock is released already, while a transaction that was open at the release still is.
func (t *Timeline) Uncovered(step int) bool {
	if !t.Lock.Is || step <= t.Lock.To {
		return false
	}
	for _, tx := range t.Txs {
		if tx.Is && tx.From < t.Lock.To && step <= tx.To {
			return true
		}
	}
	return false
}

// EndsEarly tells that the lock is released while a transaction is open.
func (t *Timeline) EndsEarly() bool {
	if !t.Lock.Is || t.Lock.To >= len(t.Steps) {
		return false
	}
	return t.Uncovered(t.Lock.To + 1)
}

// TooLong tells that a rule finds the lease too short, or the work without a limit.
func (t *Timeline) TooLong() bool {
	return slices.ContainsFunc(t.Faults, func(f Fault) bool { return f.Rule == "leaseexpiry" || f.Rule == "blockingcall" })
}

// A Lease is how long the lock lives beside how long the work under it may take, in milliseconds.
type Lease struct {
	Life    int64 // 0: it does not end by itself, or nobody knows
	Renewed bool
	Work    int64
	Endless bool // something under it has no limit
	Why     string
}

// Over is by how much the work may outlast the lease: 0 where it does not.
func (l *Lease) Over() int64 {
	if l.Life == 0 || l.Renewed || l.Work <= l.Life {
		return 0
	}
	return l.Work - l.Life
}

// Outlasted tells that the work may be longer than the lease.
func (l *Lease) Outlasted() bool { return l.Over() > 0 || l.Endless && l.Life > 0 && !l.Renewed }

// The lengths of bars, of a thousand.
const (
	Whole   = 1000
	endless = 600 // of the life, where the work has no end
	least   = 6
)

// Bars are the lengths of the bar of the life, and of the parts of the bar of the work that lie within it and beyond it,
// in thousandths of the longer bar. 0 is no bar.
func (l *Lease) Bars() (life, within, beyond int64) {
	longest := max(l.Life, l.Work, 1)
	bar := func(n int64) int64 {
		if n == 0 {
			return 0
		}
		return max(n*Whole/longest, least)
	}
	switch {
	case l.Endless && l.Life > 0:
		return endless, endless, Whole - endless
	case l.Endless:
		return 0, 0, Whole
	case l.Outlasted():
		return bar(l.Life), bar(l.Life), Whole - bar(l.Life)
	}
	return bar(l.Life), bar(l.Work), 0
}

// LifeText says how long the lock lives.
func (l *Lease) LifeText() string {
	switch {
	case l.Life == 0:
		return ""
	case l.Renewed:
		return "lease " + Duration(l.Life) + ", renewed"
	}
	return "lease " + Duration(l.Life)
}

// WorkText says how long the work may take.
func (l *Lease) WorkText() string {
	switch {
	case l.Endless:
		return "no limit: " + l.Why
	case l.Over() > 0:
		return fmt.Sprintf("work up to %s, %s longer than the lease: %s", Duration(l.Work), Duration(l.Over()), l.Why)
	case l.Work > 0:
		return fmt.Sprintf("work up to %s: %s", Duration(l.Work), l.Why)
	}
	return ""
}

// Duration writes milliseconds: 350ms, 12s, 2m, 1h30m, 48h.
func Duration(ms int64) string {
	text := (time.Duration(ms) * time.Millisecond).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if head, ok := strings.CutSuffix(text, zero); ok {
			text = head + zero[:1]
		}
	}
	return text
}
