package effects

import (
	"go/types"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// The names by which an interface without an implementation in sight is taken to be a lock: a method of
// the first kind with a key or a context, next to one of the second.
var (
	acquireNames = []string{"Lock", "LockContext", "Acquire", "AcquireLock", "Obtain", "ObtainLock", "TryLock", "TryAcquire", "RLock"}
	releaseNames = []string{"Unlock", "UnlockContext", "Release", "ReleaseLock", "RUnlock"}
)

// presumedRelease is the name of the function value that a presumed acquire returns.
const presumedRelease = "presumed release"

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
	case slices.Contains(releaseNames, m.Name()):
		lock := summary.Lock{Handle: summary.ParamOf(0), Key: keyParam(m)}
		if lock.Key != nil {
			lock.Handle = nil
		}
		return []section.Case{{Events: []section.Event{presumedEvent(summary.Release, lock, assume)}}}
	case slices.Contains(acquireNames, m.Name()):
		return presumedAcquire(m, iface, assume)
	}
	return nil
}

func presumedEvent(kind summary.Kind, lock summary.Lock, assume string) section.Event {
	return section.Event{Event: summary.Event{Kind: kind, Lock: lock, Assume: assume}}
}

// presumedAcquire says how the lock is held after m, by its results: an error, a bool, a handle with a
// release method, a function that releases.
func presumedAcquire(m *types.Func, iface *types.Interface, assume string) []section.Case {
	key := keyParam(m)
	lock := summary.Lock{Handle: summary.ParamOf(0), Key: key}
	if key != nil {
		lock.Handle = nil
	}
	paired := hasMethod(iface, releaseNames)
	results := m.Signature().Results()
	works := section.Case{Results: make([]*summary.Expr, results.Len())}
	var fails []section.Case
	for i := range results.Len() {
		r := summary.ResultOf(i)
		switch t := results.At(i).Type(); {
		case types.Identical(t, types.Universe.Lookup("error").Type()):
			works.Post = append(works.Post, summary.Cond{X: r, Is: summary.IsNil})
			fails = append(fails, section.Case{Post: []summary.Cond{{X: r, Is: summary.NotNil}}})
		case isBool(t):
			works.Post = append(works.Post, summary.Cond{X: r, Is: summary.IsTrue})
			fails = append(fails, section.Case{Post: []summary.Cond{{X: r, Is: summary.IsFalse}}})
		case isNiladic(t):
			lock.Handle, paired = summary.FreshOf(0), true
			works.Results[i] = summary.New(summary.Func, 0, presumedRelease, summary.FreshOf(0))
		case hasMethod(t.Underlying(), releaseNames) || hasMethod(t, releaseNames):
			lock.Handle, paired = r, true
		}
	}
	if !paired || m.Signature().Params().Len() == 0 && len(fails) == 0 {
		return nil
	}
	works.Events = []section.Event{presumedEvent(summary.Acquire, lock, assume)}
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

// keyParam is the first string or integer parameter, or nil.
func keyParam(m *types.Func) *summary.Expr {
	params := m.Signature().Params()
	for i := range params.Len() {
		if b, ok := params.At(i).Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return summary.ParamOf(i + 1)
		}
	}
	return nil
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// presumedLiteral is what the function value of a presumed acquire does.
func presumedLiteral() []section.Case {
	lock := summary.Lock{Kind: catalog.UnknownKind, Handle: summary.FreeOf(0)}
	return []section.Case{{Events: []section.Event{{Event: summary.Event{Kind: summary.Release, Lock: lock}}}}}
}
