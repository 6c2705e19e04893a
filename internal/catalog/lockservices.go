package catalog

import (
	"slices"
	"time"
)

const (
	godissonPkg    = "github.com/cheerego/go-redisson"
	consulPkg      = "github.com/hashicorp/consul/api"
	zkPkg          = "github.com/go-zookeeper/zk"
	dynamolockPkg  = "cirello.io/dynamolock"
	dynamolock2Pkg = "cirello.io/dynamolock/v2"
	pglockPkg      = "cirello.io/pglock"
)

// godissonEntries describes go-redisson (package godisson). Times are milliseconds; only a lease time of -1 means that the
// library renews the lease, a wait time of -1 that a busy lock fails at once.
func godissonEntries() []Entry {
	in := Entry{Pkg: godissonPkg, Recv: []string{"Mutex", "RLock", "Locker"}, Kind: Lease, Store: Redis, Lock: Recv}
	make, try, lock, unlock := in.on("Godisson"), in, in.on("RLock"), in
	make.Role, make.Lock, make.Handle, make.Key = NewLock, Result(0), Recv, Arg(0)
	try.Role, try.TTL, try.TTLUnit, try.Err, try.Busy, try.Retries, try.Watchdog = Acquire, Arg(1), time.Millisecond, Result(0), "ErrLockNotObtained", true, true
	lock.Role, lock.Renews, lock.Err = Acquire, true, Result(0)
	unlock.Role, unlock.Err = Release, Result(1)
	return slices.Concat(
		each(make, "NewMutex", "NewRLock"), each(try, "TryLock"), each(lock, "Lock"), each(unlock, "Unlock"),
		[]Entry{{Pkg: godissonPkg, Name: "NewGodisson", Role: Open, Store: Redis}})
}

func godissonTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: godissonPkg, Name: "Mutex", Kind: Lease, Store: Redis},
		{Pkg: godissonPkg, Name: "RLock", Kind: Lease, Store: Redis},
		{Pkg: godissonPkg, Name: "Godisson", Scope: PoolScope, Store: Redis},
	}
}

// consulEntries describes Consul's client. A lock hangs on a session, which the library renews while the lock is
// held. Lock gives a channel that is closed when the lock is lost; without an error it is nil only where the caller
// stopped it or asked to try once.
func consulEntries() []Entry {
	lock := Entry{Pkg: consulPkg, Recv: []string{"Lock"}, Kind: Lease, Store: Consul, Renews: true, Lock: Recv}
	acquire, release := lock, lock
	acquire.Role, acquire.Signal, acquire.Err = Acquire, Result(0), Result(1)
	release.Role, release.Err = Release, Result(0)
	make := Entry{Pkg: consulPkg, Recv: []string{"Client"}, Role: NewLock, Kind: Lease, Store: Consul, Renews: true, Handle: Recv, Key: Arg(0), Lock: Result(0), Err: Result(1), DefaultTTL: 15 * time.Second}
	makeOpts := make
	makeOpts.Key = Arg(0).Dot("Key")
	return slices.Concat(
		each(make, "LockKey"), each(makeOpts, "LockOpts"),
		each(acquire, "Lock"), each(release, "Unlock"),
		consulKV(), consulSessions(),
		[]Entry{{Pkg: consulPkg, Name: "NewClient", Role: Open, Store: Consul, Err: Result(1)}})
}

// consulKV: Acquire and Release take a key for a session that the caller made. A semaphore lets several in and is no lock.
func consulKV() []Entry {
	kv := Entry{Pkg: consulPkg, Recv: []string{"KV"}, Store: Consul, Handle: Recv, Terminal: true}
	pair := kv
	pair.Key, pair.Value = Arg(0).Dot("Key"), Arg(0).Dot("Value")
	acquire, release, cas, put := pair, pair, pair, pair
	acquire.Role, acquire.Kind, acquire.Token, acquire.OK, acquire.Err = TryAcquire, Lease, Arg(0).Dot("Session"), Result(0), Result(2)
	release.Role, release.Kind, release.Token, release.OK, release.Err = Release, Lease, Arg(0).Dot("Session"), Result(0), Result(2)
	cas.Role, cas.Guarded, cas.OK, cas.Err = Write, true, Result(0), Result(2)
	put.Role, put.Err = Write, Result(1)
	del, get, txn := kv, kv, kv
	del.Role, del.Kind, del.Key, del.Err = Delete, Lease, Arg(0), Result(1)
	get.Role, get.Key, get.Into, get.Answer, get.Err = Read, Arg(0), Result(0), Direct, Result(2)
	txn.Role, txn.Guarded, txn.Reads, txn.OK, txn.Err = Write, true, true, Result(0), Result(3)
	return slices.Concat(
		each(acquire, "Acquire"), each(release, "Release"), each(cas, "CAS", "DeleteCAS"), each(put, "Put"),
		each(del, "Delete", "DeleteTree"), each(get, "Get", "List", "Keys"), each(txn, "Txn"),
		[]Entry{{Pkg: consulPkg, Recv: []string{"Client"}, Name: "KV", Role: Derive, Store: Consul, Handle: Recv}})
}

func consulSessions() []Entry {
	s := Entry{Pkg: consulPkg, Recv: []string{"Session"}, Kind: Lease, Store: Consul}
	create, destroy, renew, periodic := s, s, s, s
	create.Role, create.Handle, create.Err = NewSession, Recv, Result(2)
	destroy.Role, destroy.Handle, destroy.Err = EndSession, Arg(0), Result(1)
	renew.Role, renew.Lock, renew.Err = Extend, Arg(0), Result(2)
	periodic.Role, periodic.Lock = StartRenewal, Arg(1) // returns when it ends
	return slices.Concat(each(create, "Create", "CreateNoChecks"), each(destroy, "Destroy"), each(renew, "Renew"), each(periodic, "RenewPeriodic"),
		[]Entry{{Pkg: consulPkg, Recv: []string{"Client"}, Name: "Session", Role: Derive, Store: Consul, Handle: Recv}})
}

func consulTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: consulPkg, Name: "Client", Scope: PoolScope, Store: Consul},
		{Pkg: consulPkg, Name: "KV", Scope: PoolScope, Store: Consul},
		{Pkg: consulPkg, Name: "Session", Scope: PoolScope, Store: Consul},
		{Pkg: consulPkg, Name: "Lock", Kind: Lease, Store: Consul, Renews: true},
	}
}

// zookeeperEntries describes go-zookeeper. A lock is an ephemeral node: it lives as long as the session of the
// connection, which the library renews.
func zookeeperEntries() []Entry {
	lock := Entry{Pkg: zkPkg, Recv: []string{"Lock"}, Kind: Lease, Store: ZooKeeper, Renews: true, Lock: Recv, Err: Result(0)}
	acquire, release := lock, lock
	acquire.Role, release.Role = Acquire, Release
	conn := Entry{Pkg: zkPkg, Recv: []string{"Conn"}, Store: ZooKeeper, Handle: Recv, Key: Arg(0), Terminal: true}
	create, write, set, del, get, children := conn, conn, conn, conn, conn, conn
	// A node that exists already is somebody else's. Flag 1 is FlagEphemeral.
	create.Role, create.Kind, create.Renews, create.Value, create.Err, create.Busy = TryAcquire, Lease, true, Arg(1), Result(1), "ErrNodeExists"
	create.If, create.IfText, create.Else = Arg(2), "1", Write
	write.Role, write.Value, write.Err = Write, Arg(1), Result(1) // numbered: never refused
	set.Role, set.Value, set.Guarded, set.Err = Write, Arg(1), true, Result(1)
	del.Role, del.Kind, del.Err = Delete, Lease, Result(0)
	get.Role, get.Into, get.Answer, get.Err = Read, Result(0), Direct, Result(2)
	watch := get
	watch.Err = Result(3)
	children = get
	multi := conn
	multi.Role, multi.Key, multi.Guarded, multi.Err = Write, Place{}, true, Result(1)
	open := Entry{Pkg: zkPkg, Role: Open, Store: ZooKeeper, Err: Result(2)}
	return slices.Concat(
		[]Entry{
			{Pkg: zkPkg, Name: "NewLock", Role: NewLock, Kind: Lease, Store: ZooKeeper, Renews: true, Handle: Arg(0), Key: Arg(1), Lock: Result(0)},
			{Pkg: zkPkg, Recv: []string{"Conn"}, Name: "Close", Role: EndSession, Kind: Lease, Store: ZooKeeper, Handle: Recv},
		},
		each(acquire, "Lock", "LockWithData"), each(release, "Unlock"),
		each(create, "Create"), each(write, "CreateProtectedEphemeralSequential", "CreateContainer", "CreateTTL"), each(set, "Set"), each(del, "Delete"),
		each(get, "Get", "Exists"), each(children, "Children"), each(watch, "GetW", "ExistsW", "ChildrenW"), each(multi, "Multi"),
		each(open, "Connect", "ConnectWithDialer"))
}

func zookeeperTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: zkPkg, Name: "Conn", Scope: PoolScope, Store: ZooKeeper},
		{Pkg: zkPkg, Name: "Lock", Kind: Lease, Store: ZooKeeper, Renews: true},
	}
}

// dynamolockEntries describes dynamolock. It renews the lease in the background, unless its client was made with
// DisableHeartbeat, and waits for a busy lock a lease long, unless it is given FailIfLocked.
func dynamolockEntries() []Entry {
	return slices.Concat(dynamolock(dynamolockPkg), dynamolock(dynamolock2Pkg))
}

func dynamolock(pkg string) []Entry {
	acquire := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: Acquire, Kind: Lease, Store: Dynamo, Renews: true, Handle: Recv, Key: Arg(0), Lock: Result(0), Err: Result(1),
		Busy: "LockNotGrantedError", Retries: true, DefaultTTL: 20 * time.Second}
	acquireCtx := acquire
	acquireCtx.Ctx, acquireCtx.Key = Arg(0), Arg(1)
	release := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: Release, Kind: Lease, Store: Dynamo, Lock: Arg(0), OK: Result(0), Err: Result(1)}
	releaseCtx := release
	releaseCtx.Ctx, releaseCtx.Lock = Arg(0), Arg(1)
	beat := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: Extend, Kind: Lease, Store: Dynamo, Lock: Arg(0), Err: Result(0)}
	beatCtx := beat
	beatCtx.Ctx, beatCtx.Lock = Arg(0), Arg(1)
	get := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: Read, Store: Dynamo, Handle: Recv, Key: Arg(0), Into: Result(0), Answer: Direct, Err: Result(1), Terminal: true}
	getCtx := get
	getCtx.Ctx, getCtx.Key = Arg(0), Arg(1)
	closing := Entry{Pkg: pkg, Recv: []string{"Client"}, Role: Close, Store: Dynamo, Handle: Recv, Err: Result(0)}
	closingCtx := closing
	closingCtx.Ctx = Arg(0)
	return slices.Concat(
		each(acquire, "AcquireLock"), each(acquireCtx, "AcquireLockWithContext"),
		each(release, "ReleaseLock"), each(releaseCtx, "ReleaseLockWithContext"),
		each(beat, "SendHeartbeat"), each(beatCtx, "SendHeartbeatWithContext"),
		each(get, "Get"), each(getCtx, "GetWithContext"), each(closing, "Close"), each(closingCtx, "CloseWithContext"),
		[]Entry{
			{Pkg: pkg, Recv: []string{"Lock"}, Name: "Close", Role: Release, Kind: Lease, Store: Dynamo, Lock: Recv, Err: Result(0)},
			{Pkg: pkg, Name: "New", Role: Open, Store: Dynamo, TTL: Option("WithLeaseDuration", 0), DefaultTTL: 20 * time.Second, Err: Result(1)},
		})
}

func dynamolockTypes() []TypeEntry {
	var out []TypeEntry
	for _, pkg := range []string{dynamolockPkg, dynamolock2Pkg} {
		out = append(out,
			TypeEntry{Pkg: pkg, Name: "Client", Scope: PoolScope, Store: Dynamo},
			TypeEntry{Pkg: pkg, Name: "Lock", Kind: Lease, Store: Dynamo, Renews: true})
	}
	return out
}

// pglockEntries describes pglock: leases in a table of PostgreSQL, which the library renews.
func pglockEntries() []Entry {
	acquire := Entry{Pkg: pglockPkg, Recv: []string{"Client"}, Role: Acquire, Kind: Lease, Store: SQL, Renews: true, Handle: Recv, Key: Arg(0), Lock: Result(0), Err: Result(1),
		Busy: "ErrNotAcquired", DefaultTTL: 20 * time.Second}
	acquireCtx := acquire
	acquireCtx.Ctx, acquireCtx.Key = Arg(0), Arg(1)
	release := Entry{Pkg: pglockPkg, Recv: []string{"Client"}, Role: Release, Kind: Lease, Store: SQL, Lock: Arg(0), Err: Result(0)}
	releaseCtx := release
	releaseCtx.Ctx, releaseCtx.Lock = Arg(0), Arg(1)
	run := Entry{Pkg: pglockPkg, Recv: []string{"Client"}, Role: RunInLock, Kind: Lease, Store: SQL, Renews: true, Handle: Recv, Ctx: Arg(0), Key: Arg(1), Func: Arg(2),
		Signal: ArgOf(2, 0), Lock: ArgOf(2, 1), Err: Result(0), Busy: "ErrNotAcquired", DefaultTTL: 20 * time.Second}
	beat := Entry{Pkg: pglockPkg, Recv: []string{"Client"}, Role: Extend, Kind: Lease, Store: SQL, Ctx: Arg(0), Lock: Arg(1), Err: Result(0)}
	read := Entry{Pkg: pglockPkg, Recv: []string{"Client"}, Role: Read, Store: SQL, Handle: Recv, Key: Arg(0), Into: Result(0), Answer: Direct, Err: Result(1), Terminal: true}
	readCtx := read
	readCtx.Ctx, readCtx.Key = Arg(0), Arg(1)
	return slices.Concat(
		each(acquire, "Acquire"), each(acquireCtx, "AcquireContext"), each(release, "Release"), each(releaseCtx, "ReleaseContext"),
		each(run, "Do"), each(beat, "SendHeartbeat"), each(read, "Get", "GetData"), each(readCtx, "GetContext", "GetDataContext"),
		[]Entry{
			{Pkg: pglockPkg, Recv: []string{"Lock"}, Name: "Close", Role: Release, Kind: Lease, Store: SQL, Lock: Recv, Err: Result(0)},
			{Pkg: pglockPkg, Name: "New", Role: Open, Store: SQL, TTL: Option("WithLeaseDuration", 0), DefaultTTL: 20 * time.Second, Err: Result(1)},
			{Pkg: pglockPkg, Name: "UnsafeNew", Role: Open, Store: SQL, TTL: Option("WithLeaseDuration", 0), DefaultTTL: 20 * time.Second, Err: Result(1)},
		})
}

func pglockTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: pglockPkg, Name: "Client", Scope: PoolScope, Store: SQL},
		{Pkg: pglockPkg, Name: "Lock", Kind: Lease, Store: SQL, Renews: true},
	}
}
