package inventory

import (
	"go/token"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// The kinds of locks.
const (
	process     = "process"
	lease       = "lease"
	session     = "session"
	transaction = "transaction"
)

var kinds = map[catalog.LockKind]string{
	catalog.UnknownKind: "unknown", catalog.Process: process, catalog.Lease: lease, catalog.Session: session, catalog.Transaction: transaction,
}

var stores = map[catalog.Store]string{
	catalog.SQL: "sql", catalog.Redis: "redis", catalog.Mongo: "mongo", catalog.Etcd: "etcd", catalog.Embedded: "embedded",
	catalog.Consul: "consul", catalog.ZooKeeper: "zookeeper", catalog.Dynamo: "dynamo",
}

// A view fills in one site from the paths on which its lock is taken.
type view struct {
	*collector
	site    *Site
	takings []effects.Taking
	best    effects.Taking // the path that tells the most; its Func is nil where there is none
	acquire effects.Event
	in      *effects.Function // that the lock is named in: that of best, or, where no path goes on from the site, the one around it
}

func (v *view) fill(s effects.LockSite) {
	v.site.start()
	v.choose()
	v.acquire.Lock = s.Lock
	if v.best.Func != nil {
		v.acquire, v.in = v.best.Acquire(), v.best.Func
	}
	if v.best.Func == nil && s.Taken != nil {
		v.acquire = *s.Taken
	}
	if v.best.Func == nil && s.Taken == nil && s.Lock.Handle != nil {
		v.pathless(s)
	}
	v.lock(s)
	if v.best.Func == nil {
		v.unfollowed(s)
		return
	}
	v.site.Via = v.acquire.Via
	v.ttl()
	v.wait()
	v.token()
	v.section()
}

// unfollowed says what is known of a lock in a package that was not followed.
func (v *view) unfollowed(s effects.LockSite) {
	if s.Taken != nil {
		v.ttl()
		v.token()
	}
	if v.site.Lock.Kind == lease && v.site.TTL.Is == "none" { // it lives as long as somebody else says
		v.site.TTL.Is = "computed"
	}
	for _, rel := range v.releasesOf(s.Pos) {
		v.addRelease(rel.Event, v.acquire, false)
	}
	if len(v.site.Releases) == 0 {
		v.releasesBehind(s.Pos)
	}
	if len(v.site.Releases) > 0 {
		v.site.Fate = "released"
	}
}

// pathless says of a lock what is known where no path shows how it goes on, as round and round a loop: in which function it is
// named, and how it was taken, by its release.
func (v *view) pathless(s effects.LockSite) {
	for _, fn := range v.r.Functions() {
		if fn.Name == s.Func {
			v.in = fn
		}
	}
	v.acquire.Pos = s.Pos
	for _, rel := range v.releasesOf(s.Pos) {
		v.acquire = *rel.By
	}
}

// releasesOf are the releases of the lock that is taken at a place where no path goes on.
func (v *view) releasesOf(pos token.Pos) []effects.Release {
	var out []effects.Release
	if v.in != nil {
		for _, rel := range v.in.Releases {
			if rel.By != nil && rel.By.Pos == pos {
				out = append(out, rel)
			}
		}
	}
	return out
}

// choose chooses the path that tells the most: one on which all goes well, the lock is given back, and most happens.
func (v *view) choose() {
	worth := func(t effects.Taking) int {
		n := min(len(t.Path.Under(t.At)), 500)
		if t.Path.Exit == summary.Returns && !t.Path.Panicked {
			n += 4000
		}
		if !t.Path.Fails && !rollsBack(t) {
			n += 2000
		}
		if _, end := span(t); end >= 0 {
			n += 1000
			if t.Path.Events[end].Kind == summary.Close { // it may be what is done where the unlock fails
				n -= 600
			}
		}
		if !t.Func.Literal() {
			n += 500
		}
		relation, _ := relationOf(t)
		return n + 100*slices.Index(relations, relation) // what lies worst to its transaction shows the fault, if there is one
	}
	for i, t := range v.takings {
		if i == 0 || worth(t) > worth(v.best) {
			v.best = t
		}
	}
}

func rollsBack(t effects.Taking) bool {
	return slices.ContainsFunc(t.Path.Events[t.At:], func(e effects.Event) bool { return e.Kind == summary.Rollback })
}

// lock says what is taken.
func (v *view) lock(s effects.LockSite) {
	e, l := v.acquire, &v.site.Lock
	l.Kind, l.Store, l.Shared, l.Assuming = kinds[e.Lock.Kind], stores[e.Store], e.Lock.Shared, e.Assume
	l.Library = e.Library
	l.Template = e.Lock.Key.Pattern()
	if l.Template == summary.Hole {
		l.Template = ""
	}
	if ofData(e) {
		l.Kind, l.What, l.Name = transaction, rowLock, rowsOf(tableOf(e))
		l.Shared = e.Traits.Has(summary.RowShare)
		if e.Traits.Has(summary.TableLock) {
			l.What, l.Name, l.Shared = tableLock, v.lockedTables(), !e.Traits.Has(summary.RowLock)
		}
		v.site.Callee = strings.Join(e.Via, " > ")
		return
	}
	l.What = what(e)
	l.Name = l.Template
	if l.Name == "" && v.in != nil {
		l.Name = strings.TrimSpace(strings.TrimPrefix(v.r.LockName(v.in, e, e), "the "))
	}
	if l.Name == "" {
		l.Name = l.What
	}
}

// lockedTables are those that the statement locks.
func (v *view) lockedTables() string {
	var out []string
	for _, e := range append([]effects.Event{v.acquire}, v.best.Path.Events...) {
		if e.Pos == v.acquire.Pos && e.Traits.Has(summary.TableLock) && !slices.Contains(out, e.Table) {
			out = append(out, e.Table)
		}
	}
	return tableNames(out)
}

// tableNames is what a lock on tables is called.
func tableNames(tables []string) string {
	if len(tables) == 1 {
		return "table " + tables[0]
	}
	return "tables " + strings.Join(tables, ", ")
}

// what names a kind of lock for people.
func what(e effects.Event) string {
	switch e.Lock.Kind {
	case catalog.Process:
		switch {
		case e.Library == "sync" && e.Lock.Shared:
			return "mutex, shared"
		case e.Library == "sync":
			return "mutex"
		case e.Lock.Key != nil:
			return "keyed mutex"
		}
		return "lock of the process"
	case catalog.Lease:
		if e.Store == catalog.Redis && e.Lock.Handle == nil {
			return "redis key"
		}
		return strings.TrimSpace(stores[e.Store] + " lock")
	case catalog.Session:
		if e.Store == catalog.ZooKeeper {
			return "zookeeper lock"
		}
		return "session lock"
	case catalog.Transaction:
		return "transaction lock"
	}
	return "lock"
}

// ttl says how long the lease lives.
func (v *view) ttl() {
	e, t := v.acquire, &v.site.TTL
	if e.Lock.Kind != catalog.Lease {
		return
	}
	t.Is = "computed"
	switch d, known := e.LifeAsDeclared(); {
	case known && d > 0:
		t.Is, t.MS, t.Text = "limited", milliseconds(d), d.String()
	case known && e.Traits.Has(summary.Watchdog):
		t.Is, t.Text = "computed", "renewed by the library"
	case known:
		t.Is = "unlimited"
	}
	switch {
	case e.Traits.Has(summary.Renews):
		v.site.Renewal = "library"
		if len(e.Via) > 0 {
			v.site.Renewal = "callee"
		}
	case v.best.Func == nil:
	case v.r.Renewed(v.best.Func, e):
		v.site.Renewal = "code"
	default:
		v.site.Renewal = "none"
	}
}

// wait says how the acquire waits.
func (v *view) wait() {
	e, w := v.acquire, &v.site.Wait
	bound, d := summary.Deadline(e.Ctx)
	switch {
	case e.Traits.Has(summary.Try) && !e.Traits.Has(summary.Waits):
		w.Is = "no"
		if e.Traits.Has(summary.Repeats) {
			w.Is, w.Text = "unknown", "tries again in a loop"
		}
	case bound == summary.Bounded:
		w.Is, w.MS = "limited", milliseconds(d)
		if d > 0 {
			w.Text = d.String()
		}
	case bound == summary.ByContext:
		w.Is = "context"
	case bound == summary.Unbounded || e.Lock.Kind == catalog.Process:
		w.Is = "unlimited"
	}
}

// token says what proves ownership.
func (v *view) token() {
	e := v.acquire
	if e.Lock.Kind != catalog.Lease {
		v.site.Token, v.site.Renewal = "none", "none"
		return
	}
	switch x := e.Token; {
	case x != nil && x.Op == summary.Const:
		v.site.Token = "constant"
	case x != nil && summary.Equal(x, e.Lock.Key):
		v.site.Token = "key"
	case e.Lock.Handle != nil:
		v.site.Token = "handle"
	case x == nil:
	case x.Root() != nil && (x.Root().Op == summary.Param || x.Root().Op == summary.Free):
		v.site.Token = "given"
	default:
		v.site.Token = "fresh"
	}
}
