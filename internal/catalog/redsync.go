package catalog

import (
	"slices"
	"time"
)

const redsyncPkg = "github.com/go-redsync/redsync/v4"

// redsyncEntries describes redsync v4. The lease's life and token are options of NewMutex; WithValue sets
// the token before the lock is taken. Nothing renews a lease but Extend.
func redsyncEntries() []Entry {
	mutex := Entry{Pkg: redsyncPkg, Recv: []string{"Mutex"}, Kind: Lease, Lock: Recv, Store: Redis}
	lock, try, unlock, extend := mutex, mutex, mutex, mutex
	lock.Role, lock.Err, lock.Busy, lock.Retries = Acquire, Result(0), "ErrFailed", true
	try.Role, try.Err, try.Busy = TryAcquire, Result(0), "ErrTaken"
	unlock.Role, unlock.OK, unlock.Err = Release, Result(0), Result(1)
	extend.Role, extend.OK, extend.Err = Extend, Result(0), Result(1)
	ctx := func(e Entry) Entry { e.Ctx = Arg(0); return e }
	name := mutex
	name.Role = Accessor
	name.Returns = []Place{Recv.Dot("key")}
	return slices.Concat(
		[]Entry{
			{Pkg: redsyncPkg, Recv: []string{"Redsync"}, Name: "NewMutex", Role: NewLock, Kind: Lease, Store: Redis, Handle: Recv, Lock: Result(0), Key: Arg(0),
				TTL: Option("WithExpiry", 0), DefaultTTL: 8 * time.Second, Token: Option("WithValue", 0)},
			{Pkg: redsyncPkg, Name: "New", Role: Open, Store: Redis},
		},
		each(lock, "Lock"), each(ctx(lock), "LockContext"),
		each(try, "TryLock"), each(ctx(try), "TryLockContext"),
		each(unlock, "Unlock"), each(ctx(unlock), "UnlockContext"),
		each(extend, "Extend"), each(ctx(extend), "ExtendContext"),
		each(name, "Name"))
}

func redsyncTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: redsyncPkg, Name: "Mutex", Kind: Lease, Store: Redis},
		{Pkg: redsyncPkg, Name: "Redsync", Scope: PoolScope, Store: Redis},
	}
}
