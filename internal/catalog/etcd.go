package catalog

import (
	"slices"
	"time"
)

const (
	etcdPkg     = "go.etcd.io/etcd/client/v3"
	etcdLockPkg = etcdPkg + "/concurrency"
)

// etcdEntries describes etcd's client and its concurrency package.
func etcdEntries() []Entry { return slices.Concat(etcdLocks(), etcdStore(), etcdLeases(), etcdSTM()) }

// etcdLocks: a lock hangs on the lease of a session, which the session renews until it is lost or closed.
func etcdLocks() []Entry {
	in := func(recv string, role Role) Entry {
		return Entry{Pkg: etcdLockPkg, Recv: []string{recv}, Role: role, Kind: Lease, Store: Etcd, Renews: true}
	}
	hold := func(recv string, role Role) Entry {
		e := in(recv, role)
		e.Lock, e.Ctx, e.Err = Recv, Arg(0), Result(0)
		return e
	}
	make := Entry{Pkg: etcdLockPkg, Role: NewLock, Kind: Lease, Store: Etcd, Renews: true, Handle: Arg(0), Key: Arg(1), Lock: Result(0)}
	try := hold("Mutex", TryAcquire)
	try.Busy = "ErrLocked"
	campaign := hold("Election", Acquire)
	campaign.Value = Arg(1)
	done := in("Session", LossSignal)
	done.Handle = Recv
	end := in("Session", EndSession)
	end.Handle, end.Err = Recv, Result(0)
	key := in("Mutex", Accessor)
	key.Returns = []Place{Recv.Dot("key")}
	return slices.Concat(
		[]Entry{{Pkg: etcdLockPkg, Name: "NewSession", Role: NewSession, Kind: Lease, Store: Etcd, Renews: true, Handle: Arg(0),
			TTL: Option("WithTTL", 0), TTLUnit: time.Second, DefaultTTL: 60 * time.Second, Ctx: Option("WithContext", 0), Err: Result(1)}},
		each(make, "NewMutex", "NewLocker", "NewElection", "ResumeElection"),
		each(hold("Mutex", Acquire), "Lock"), each(try, "TryLock"), each(hold("Mutex", Release), "Unlock"),
		each(campaign, "Campaign"), each(hold("Election", Release), "Resign"),
		each(done, "Done", "Ctx"), each(end, "Close"), each(key, "Key"))
}

// etcdStore: Txn collects conditions and operations until Commit.
func etcdStore() []Entry {
	kv := func(role Role) Entry {
		return Entry{Pkg: etcdPkg, Recv: []string{"KV", "kv"}, Role: role, Store: Etcd, Handle: Recv, Ctx: Arg(0), Key: Arg(1), Err: Result(1), Terminal: true}
	}
	get, put, do := kv(Read), kv(Write), kv(Write)
	get.Into, get.Answer, put.Value = Result(0), Direct, Arg(2)
	do.Key, do.Reads = Place{}, true
	txn := Entry{Pkg: etcdPkg, Recv: []string{"KV", "kv"}, Role: Derive, Store: Etcd, Handle: Recv, Ctx: Arg(0)}
	part := Entry{Pkg: etcdPkg, Recv: []string{"Txn"}, Role: Derive, Store: Etcd, Handle: Recv}
	guard := part
	guard.Guarded = true
	commit := Entry{Pkg: etcdPkg, Recv: []string{"Txn"}, Role: Write, Store: Etcd, Handle: Recv, Err: Result(1), OK: Result(0).Dot("Succeeded"), Terminal: true, Guarded: true}
	open := Entry{Pkg: etcdPkg, Role: Open, Store: Etcd, Err: Result(1)}
	closing := Entry{Pkg: etcdPkg, Recv: []string{"Client"}, Role: Close, Store: Etcd, Handle: Recv, Err: Result(0)}
	return slices.Concat(
		each(get, "Get"), each(put, "Put"), each(kv(Delete), "Delete"), each(do, "Do"),
		each(txn, "Txn"), each(guard, "If"), each(part, "Then", "Else"), each(commit, "Commit"),
		each(open, "New", "NewFromURL", "NewFromURLs"), each(closing, "Close"),
		each(Entry{Pkg: etcdPkg, Role: Derive, Store: Etcd, Handle: Arg(0)}, "NewKV", "NewLease"))
}

// etcdLeases: a lease by hand, whose ID is the lock's handle.
func etcdLeases() []Entry {
	lease := Entry{Pkg: etcdPkg, Recv: []string{"Lease"}, Kind: Lease, Store: Etcd, Handle: Recv, Ctx: Arg(0), Err: Result(1)}
	grant, keep, once, revoke := lease, lease, lease, lease
	grant.Role, grant.TTL, grant.TTLUnit = NewSession, Arg(1), time.Second
	keep.Role, keep.Lock = StartRenewal, Arg(1)
	once.Role, once.Lock = Extend, Arg(1)
	revoke.Role, revoke.Handle = EndSession, Arg(1)
	return slices.Concat(each(grant, "Grant"), each(keep, "KeepAlive"), each(once, "KeepAliveOnce"), each(revoke, "Revoke"))
}

// etcdSTM: the function runs again until nothing it read has changed.
func etcdSTM() []Entry {
	stm := Entry{Pkg: etcdLockPkg, Recv: []string{"STM"}, Store: Etcd, Handle: Recv, Key: Arg(0), Guarded: true, Terminal: true}
	get, put, del := stm, stm, stm
	get.Role, get.Into, get.Answer = Read, Result(0), Direct
	put.Role, put.Value = Write, Arg(1)
	del.Role = Write
	return slices.Concat(
		[]Entry{{Pkg: etcdLockPkg, Name: "NewSTM", Role: RunInTx, Store: Etcd, Handle: Arg(0), Func: Arg(1), Tx: ArgOf(1, 0), Err: Result(1), Guarded: true}},
		each(get, "Get"), each(put, "Put"), each(del, "Del"))
}

func etcdTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: etcdPkg, Name: "Client", Scope: PoolScope, Store: Etcd, Same: []string{"KV", "Lease", "Watcher"}},
		{Pkg: etcdPkg, Name: "KV", Scope: PoolScope, Store: Etcd},
		{Pkg: etcdPkg, Name: "Lease", Scope: PoolScope, Store: Etcd},
		{Pkg: etcdPkg, Name: "Txn", Store: Etcd, Buffered: true},
		{Pkg: etcdLockPkg, Name: "Mutex", Kind: Lease, Store: Etcd, Renews: true},
		{Pkg: etcdLockPkg, Name: "Election", Kind: Lease, Store: Etcd, Renews: true},
		{Pkg: etcdLockPkg, Name: "Session", Store: Etcd, Renews: true},
		{Pkg: etcdLockPkg, Name: "STM", Scope: TxScope, Store: Etcd},
	}
}
