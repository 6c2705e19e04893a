package inventory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Limits of a timeline.
const (
	maxBefore = 6
	maxEvents = 60
)

// section says what happens while the lock is held, and around it.
func (v *view) section() {
	for _, t := range v.takings {
		v.released(t)
		v.accesses(t)
	}
	v.fate()
	v.site.Lock.Claim = v.claim()
	v.transaction()
	v.timeline()
	v.worst()
	v.defence()
	slices.SortFunc(v.site.Tables, func(a, b Access) int { return strings.Compare(a.Table+a.Store, b.Table+b.Store) })
}

// span is where on its path the lock is taken, and where it is given back or its transaction ends: -1 where it is not.
func span(t effects.Taking) (from, end int) {
	if t.Acquire().OwnStatement() {
		return t.At, -1
	}
	end = t.At + 1 + len(t.Path.Under(t.At))
	if end >= len(t.Path.Events) {
		end = -1
	}
	return t.At, end
}

// released notes where a path gives the lock back.
func (v *view) released(t effects.Taking) {
	if _, end := span(t); end >= 0 {
		v.addRelease(t.Path.Events[end], t.Acquire(), false)
	}
}

func (v *view) addRelease(e, acquire effects.Event, apart bool) {
	at, text := v.at(e)
	r := Release{Pos: at, Text: text, When: "by hand", How: howOf(e, acquire), Via: e.Via, Apart: apart}
	switch {
	case r.How == endOfTransaction:
		r.When = "transaction"
	case !apart && e.SameCall(acquire), r.How == endOfConnection && len(e.Via) > 0 && len(acquire.Via) == 0:
		r.When = "runner"
	case e.Deferred:
		r.When = "deferred"
	}
	if !slices.ContainsFunc(v.site.Releases, func(o Release) bool { return o.Pos == r.Pos && o.How == r.How }) {
		v.site.Releases = append(v.site.Releases, r)
	}
}

const (
	endOfTransaction = "end of transaction"
	endOfConnection  = "end of connection"
)

// howOf says by what the lock is given back.
func howOf(e, acquire effects.Event) string {
	switch {
	case e.Kind == summary.Commit || e.Kind == summary.Rollback:
		return endOfTransaction
	case e.Kind == summary.Close:
		return endOfConnection
	case acquire.Lock.Kind == catalog.Lease && e.Blind && e.Watch:
		return "watched delete"
	case acquire.Lock.Kind == catalog.Lease && e.Blind:
		return "delete"
	case acquire.Lock.Kind == catalog.Lease && e.Lock.Handle == nil:
		return "compare-and-delete"
	}
	return "unlock"
}

// fate says what becomes of the lock.
func (v *view) fate() {
	if v.acquire.OwnStatement() {
		v.site.Fate = endsWithStatement
		return
	}
	if v.acquire.LocksData() || v.acquire.Lock.Kind == catalog.Transaction {
		v.transactionFate()
		return
	}
	if len(v.site.Releases) == 0 && v.site.Lock.Template != "" {
		for _, fn := range v.r.Functions() {
			for _, rel := range fn.Releases {
				if rel.By == nil && rel.Lock.Key.Pattern() == v.site.Lock.Template {
					v.addRelease(rel.Event, v.acquire, true)
				}
			}
		}
	}
	closes := func(r Release) bool { return r.How == endOfConnection }
	if all := slices.DeleteFunc(slices.Clone(v.site.Releases), closes); len(all) > 0 { // the connection is closed where that fails
		v.site.Releases = all
	}
	slices.SortFunc(v.site.Releases, func(a, b Release) int { return comparePos(a.Pos, b.Pos) })
	switch {
	case slices.ContainsFunc(v.site.Releases, func(r Release) bool { return r.When == "deferred" && !r.Apart }): // on all ways out
		v.site.Fate = "released"
		return
	case v.away():
		v.site.Fate = "handed on"
		return
	case slices.ContainsFunc(v.site.Releases, func(r Release) bool { return !r.Apart }):
		v.site.Fate = "released"
		return
	case len(v.site.Releases) > 0:
		v.site.Fate = "elsewhere"
		return
	}
	v.site.Fate = "never"
	if v.releasesBehind(v.acquire.Pos); len(v.site.Releases) > 0 {
		v.site.Fate = "released"
	}
}

// transactionFate says what becomes of a lock that is the transaction's: it is released where that ends. Where it does so
// only on ways that fail, the transaction is somebody else's in the end, and the lock with it.
func (v *view) transactionFate() {
	slices.SortFunc(v.site.Releases, func(a, b Release) int { return comparePos(a.Pos, b.Pos) })
	ends, leaves := false, false
	for _, t := range v.takings {
		if t.Path.Fails || !t.Path.Ends || t.Path.Exit != summary.Returns || t.Path.Panicked {
			continue
		}
		if _, end := span(t); end >= 0 {
			ends = true
		} else {
			leaves = true
		}
	}
	v.site.Fate = "released"
	if len(v.site.Releases) == 0 || leaves && !ends {
		v.site.Fate, v.site.Releases = endsWithTx, nil
		return
	}
	v.moreEnds()
}

// endsWithTx is the fate of a lock that ends with a transaction of which it is not known where it ends.
const endsWithTx = "with transaction"

// endsWithStatement is the fate of a lock on rows that is taken outside of any transaction: it protects nothing behind it.
const endsWithStatement = "own statement"

// away tells that on a path that does not fail somebody else has the lock at the end.
func (v *view) away() bool {
	return slices.ContainsFunc(v.takings, func(t effects.Taking) bool {
		return !t.Path.Fails && slices.ContainsFunc(t.Path.Held, func(h effects.Held) bool { return h.Pos == v.acquire.Pos && h.Away })
	})
}

// claim tells a key that is no lock: it says that something was done, or keeps others from doing it too often.
func (v *view) claim() bool {
	e := v.acquire
	if e.Lock.Kind != catalog.Lease || e.Lock.Handle != nil {
		return false
	}
	if v.site.Fate == "never" {
		names := append([]string{v.site.Lock.Template, v.site.Function}, e.Via...)
		return effects.CallsItMarker(names...) || !effects.CallsItLock(names...)
	}
	released := false
	for _, fn := range v.r.Functions() {
		for _, rel := range fn.Releases {
			if rel.By == nil || rel.By.Pos != e.Pos {
				continue
			}
			taken, _ := v.r.TakenFor(fn, rel)
			if v.r.NoLock(fn, rel, taken) == "" {
				return false
			}
			released = true
		}
	}
	return released
}

// accesses notes what is read and written under the lock.
func (v *view) accesses(t effects.Taking) {
	for _, e := range t.Path.Under(t.At) {
		if e.Kind != summary.Read && e.Kind != summary.Write {
			continue
		}
		name := tableOf(e)
		if name == "" {
			continue
		}
		i := slices.IndexFunc(v.site.Tables, func(a Access) bool { return a.Table == name && a.Store == stores[e.Store] })
		if i < 0 {
			i = len(v.site.Tables)
			v.site.Tables = append(v.site.Tables, Access{Table: name, Store: stores[e.Store]})
		}
		a := &v.site.Tables[i]
		a.Read, a.Write = a.Read || e.Kind == summary.Read, a.Write || e.Kind == summary.Write
	}
	if e := t.Acquire(); ofData(e) && e.Table != "" && !slices.ContainsFunc(v.site.Tables, func(a Access) bool { return a.Table == e.Table }) {
		v.site.Tables = append(v.site.Tables, Access{Table: e.Table, Store: stores[e.Store], Read: true})
	}
}

// tableOf names what a statement reads or writes.
func tableOf(e effects.Event) string {
	if e.Table != "" {
		return e.Table
	}
	return e.Item.Pattern()
}

// The relations of a lock and a transaction, the one that a reader has to know of first.
var relations = []string{"none", "given", "around", "late", "inside", "early"}

// transaction says how the lock and a transaction lie to each other, on the path where they do so worst.
func (v *view) transaction() {
	to := &v.site.Transaction
	if v.site.Fate == endsWithStatement { // what is open meanwhile is on another connection
		return
	}
	if v.site.Lock.Kind == transaction {
		to.Relation = "part"
		v.placeTx(v.best.Path, v.acquire.Lock.Conn, v.best.At)
		return
	}
	for _, t := range append([]effects.Taking{v.best}, v.takings...) {
		relation, begin := relationOf(t)
		if slices.Index(relations, relation) <= slices.Index(relations, to.Relation) {
			continue
		}
		*to = Transaction{Relation: relation}
		if begin >= 0 {
			v.placeTx(t.Path, t.Path.Events[begin].Handle, begin+1)
		}
	}
}

// relationOf is the relation on one path, and where on it the transaction begins: -1 if it is the caller's.
func relationOf(t effects.Taking) (relation string, begin int) {
	p := t.Path
	_, end := span(t)
	released := end >= 0
	if !released {
		end = len(p.Events)
	}
	relation, begin = "none", -1
	for i, e := range p.Events[:end] {
		if e.Kind != summary.Begin {
			continue
		}
		is, ends := "none", p.EndAfter(e.Handle, i)
		over := ends >= 0 && ends < end
		switch {
		case ends >= 0 && ends < t.At:
		case i < t.At && over && released:
			is = "late"
		case i < t.At:
			is = "inside"
		case over || !released && ends >= 0:
			is = "around"
		case released && ends >= 0 && p.Events[ends].Kind == summary.Commit:
			is = "early"
		}
		if slices.Index(relations, is) > slices.Index(relations, relation) {
			relation, begin = is, i
		}
	}
	if relation == "none" && slices.ContainsFunc(p.Events[t.At+1:end], func(e effects.Event) bool {
		return (e.Kind == summary.Read || e.Kind == summary.Write) && t.Func.IsTx(e)
	}) {
		return "given", -1
	}
	return relation, begin
}

// placeTx notes where the transaction that is open at a position begins and ends.
func (v *view) placeTx(p effects.Path, handle *summary.Expr, at int) {
	if handle == nil {
		return
	}
	if begin, open := p.OpenAt(handle, at); open && begin >= 0 {
		pos, _ := v.at(p.Events[begin])
		v.site.Transaction.Begin = &pos
	}
	if end := p.EndAfter(handle, at); end >= 0 {
		pos, _ := v.at(p.Events[end])
		v.site.Transaction.End = &pos
	}
}

func comparePos(a, b Pos) int {
	if c := strings.Compare(a.File, b.File); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	return a.Column - b.Column
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }
