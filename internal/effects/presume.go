package effects

import (
	"go/types"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// The names by which an interface without an implementation in sight is taken to be a lock: a method of
// the first kind with a key or a context, next to one of the second. Semaphores, reservations and buffers are
// acquired and released too: these weaker names count only where a type is called a lock.
var (
	acquireNames     = []string{"Lock", "LockContext", "AcquireLock", "ObtainLock", "TryLock", "RLock"}
	weakAcquireNames = []string{"Acquire", "Obtain", "TryAcquire", "TryObtain"}
	releaseNames     = []string{"Unlock", "UnlockContext", "Release", "ReleaseLock", "RUnlock"}
	weakReleaseNames = []string{"Release"}
	lockWords        = []string{"lock", "mutex", "lease", "leader"}
)

// handleNames are the methods that the handle of a lock may have beside its release.
var handleNames = []string{"Key", "Name", "Token", "TTL", "Refresh", "Extend", "Renew", "Lost", "Done", "Valid", "Held", "IsHeld", "Until", "Metadata", "Close"}

func calledLock(t types.Type) bool {
	name := strings.ToLower(typeName(t))
	name = name[strings.LastIndex(name, ".")+1:]
	return slices.ContainsFunc(lockWords, func(w string) bool { return strings.Contains(name, w) })
}

// isHandle tells a type that can be released and can do nothing that is no lock's business.
func isHandle(t types.Type) bool {
	if !hasMethod(t, releaseNames) {
		return false
	}
	for m := range types.NewMethodSet(t).Methods() {
		if name := m.Obj().Name(); !slices.Contains(releaseNames, name) && !slices.Contains(handleNames, name) {
			return false
		}
	}
	return true
}

// presumed is what the shape of an interface says of its method m.
func presumed(m *types.Func) []section.Case {
	recv := m.Signature().Recv()
	if recv == nil {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	assume := "that " + typeName(recv.Type()) + " is a lock"
	switch {
	case slices.Contains(weakReleaseNames, m.Name()) && !calledLock(recv.Type()):
		return nil
	case slices.Contains(releaseNames, m.Name()):
		lock := summary.Lock{Handle: summary.ParamOf(0), Key: keyParam(m, iface)}
		if lock.Key != nil {
			lock.Handle = nil
		}
		return []section.Case{{Events: []section.Event{presumedEvent(summary.Release, lock, assume)}}}
	case slices.Contains(acquireNames, m.Name()), slices.Contains(weakAcquireNames, m.Name()) && (calledLock(recv.Type()) || returnsLock(m)):
		return presumedAcquire(m, iface, assume)
	case CallsItLock(m.Name()) && handsBack(m):
		return presumedAcquire(m, iface, assume)
	}
	return nil
}

// handsBack tells a method that returns a function, or a handle, by which its caller can give back what it took.
func handsBack(m *types.Func) bool {
	results := m.Signature().Results()
	for i := range results.Len() {
		if t := results.At(i).Type(); isNiladic(t) || isHandle(t) {
			return true
		}
	}
	return false
}

// returnsLock tells that the first result is of a type that is called a lock.
func returnsLock(m *types.Func) bool {
	results := m.Signature().Results()
	return results.Len() > 0 && calledLock(results.At(0).Type()) && isHandle(results.At(0).Type())
}

func presumedEvent(kind summary.Kind, lock summary.Lock, assume string) section.Event {
	return section.Event{Event: summary.Event{Kind: kind, Lock: lock, Assume: assume}}
}

// presumedAcquire says how the lock is held after m, by its results: an error, a bool, a handle with a
// release method, a function that releases.
func presumedAcquire(m *types.Func, iface *types.Interface, assume string) []section.Case {
	key := keyParam(m, iface)
	lock := summary.Lock{Handle: summary.ParamOf(0), Key: key}
	if key != nil {
		lock.Handle = nil
	}
	ways := presumedWays(m, lock, hasMethod(iface, releaseNames), assume)
	if len(ways) == 1 && m.Signature().Params().Len() == 0 { // it says too little
		return nil
	}
	return ways
}

// presumedWays are the ways in which m may end that takes the lock; paired tells that another method gives it back.
func presumedWays(m *types.Func, lock summary.Lock, paired bool, assume string) []section.Case {
	results := m.Signature().Results()
	works := section.Case{Results: make([]*summary.Expr, results.Len())}
	var fails []section.Case
	var why []summary.Why
	for i := range results.Len() {
		r := summary.ResultOf(i)
		switch t := results.At(i).Type(); {
		case types.Identical(t, types.Universe.Lookup("error").Type()):
			works.Post = append(works.Post, summary.Cond{X: r, Is: summary.IsNil})
			fails = append(fails, section.Case{Post: []summary.Cond{{X: r, Is: summary.NotNil}}})
			why = append(why, summary.NotTold)
		case isBool(t):
			works.Post = append(works.Post, summary.Cond{X: r, Is: summary.IsTrue})
			fails = append(fails, section.Case{Post: []summary.Cond{{X: r, Is: summary.IsFalse}}})
			why = append(why, summary.Busy)
		case isNiladic(t):
			lock.Handle, paired = summary.FreshOf(0), true
			works.Results[i] = summary.New(summary.Func, 0, section.ReleaseFunc, summary.FreshOf(0))
		case isHandle(t):
			lock.Handle, paired = r, true
		}
	}
	if !paired {
		return nil
	}
	works.Events = []section.Event{presumedEvent(summary.Acquire, lock, assume)}
	for i := range fails {
		missed := presumedEvent(summary.Missed, lock, assume)
		missed.Why = why[i]
		fails[i].Events = []section.Event{missed}
	}
	return append([]section.Case{works}, fails...)
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// isNiladic tells func() and func() error.
func isNiladic(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	return ok && s.Params().Len() == 0 && s.Results().Len() <= 1
}

func hasMethod(t types.Type, names []string) bool {
	for m := range types.NewMethodSet(t).Methods() {
		if slices.Contains(names, m.Obj().Name()) {
			return true
		}
	}
	return false
}

// keyParam is the parameter of m by which one lock is told from another, or nil: the first string, or else the first number. Where the interface
// has methods of the other kind one of these must take the like: what only one side takes is an owner, a limit, a time.
func keyParam(m *types.Func, iface *types.Interface) *summary.Expr {
	others := releaseNames
	if slices.Contains(releaseNames, m.Name()) {
		others = slices.Concat(acquireNames, weakAcquireNames)
	}
	for _, kind := range []types.BasicInfo{types.IsString, types.IsInteger} {
		i := firstParam(m, kind)
		if i < 0 {
			continue
		}
		paired, taken := false, false
		for other := range iface.Methods() {
			if slices.Contains(others, other.Name()) {
				paired, taken = true, taken || firstParam(other, kind) >= 0
			}
		}
		if taken || !paired && kind == types.IsString {
			return summary.ParamOf(i + 1)
		}
	}
	return nil
}

// firstParam is the index of the first parameter of m of a basic kind, or -1. A time.Duration is no number here.
func firstParam(m *types.Func, kind types.BasicInfo) int {
	for i := range m.Signature().Params().Len() {
		t := m.Signature().Params().At(i).Type()
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&kind != 0 && types.TypeString(t, nil) != "time.Duration" {
			return i
		}
	}
	return -1
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// releaseLiteral is what the function value does that an acquire returns, of a library or presumed.
func releaseLiteral() []section.Case {
	lock := summary.Lock{Kind: catalog.UnknownKind, Handle: summary.FreeOf(0)}
	return []section.Case{{Events: []section.Event{{Event: summary.Event{Kind: summary.Release, Lock: lock}}}}}
}
