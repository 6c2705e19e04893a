package catalog

import "slices"

const syncPkg = "sync"

// syncEntries describes sync. A sync.Locker may stand for any lock: what made it (NewLock) overrules the kind.
func syncEntries() []Entry {
	lock := Entry{Pkg: syncPkg, Role: Acquire, Kind: Process, Lock: Recv}
	try, unlock := lock, lock
	try.Role, try.OK = TryAcquire, Result(0)
	unlock.Role = Release
	shared := func(e Entry) Entry { e.Shared = true; return e }
	rlocker := method(syncPkg, "RWMutex", "RLocker", Derive)
	rlocker.Handle, rlocker.Kind = Recv, Process
	return slices.Concat(
		each(lock.on("Mutex", "RWMutex", "Locker"), "Lock"),
		each(try.on("Mutex", "RWMutex"), "TryLock"),
		each(unlock.on("Mutex", "RWMutex", "Locker"), "Unlock"),
		each(shared(lock).on("RWMutex"), "RLock"),
		each(shared(try).on("RWMutex"), "TryRLock"),
		each(shared(unlock).on("RWMutex"), "RUnlock"),
		[]Entry{
			shared(rlocker), // its Lock and Unlock are the reader's
			{Pkg: syncPkg, Recv: []string{"Once"}, Name: "Do", Role: Calls, Func: Arg(0), Once: true},
			{Pkg: syncPkg, Recv: []string{"WaitGroup"}, Name: "Go", Role: Spawns, Func: Arg(0)},
		})
}

func syncTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: syncPkg, Name: "Mutex", Kind: Process},
		{Pkg: syncPkg, Name: "RWMutex", Kind: Process},
		{Pkg: syncPkg, Name: "Locker"}, // of any kind
	}
}
