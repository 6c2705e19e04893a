package catalog

import "slices"

const redislockPkg = "github.com/bsm/redislock"

// redislockEntries describes bsm/redislock. Without a RetryStrategy a busy lock fails at once; with one it is
// tried until the strategy, the ctx, or the ttl ends. Nothing renews a lease but Refresh.
func redislockEntries() []Entry {
	obtain := Entry{Pkg: redislockPkg, Recv: []string{"Client"}, Role: TryAcquire, Kind: Lease, Store: Redis, Handle: Recv, Ctx: Arg(0), Key: Arg(1), TTL: Arg(2),
		Token: Arg(3).Dot("Token"), Wait: Arg(3).Dot("RetryStrategy"), Lock: Result(0), Err: Result(1), Busy: "ErrNotObtained", Retries: true}
	direct := obtain
	direct.Recv, direct.Handle, direct.Key, direct.TTL, direct.Token, direct.Wait = nil, Arg(1), Arg(2), Arg(3), Arg(4).Dot("Token"), Arg(4).Dot("RetryStrategy")
	lock := Entry{Pkg: redislockPkg, Recv: []string{"Lock"}, Kind: Lease, Store: Redis, Lock: Recv, Ctx: Arg(0)}
	release, refresh, ttl, key := lock, lock, lock, lock
	release.Role, release.Err = Release, Result(0)
	refresh.Role, refresh.TTL, refresh.Err, refresh.Busy = Extend, Arg(1), Result(0), "ErrNotObtained"
	ttl.Role, ttl.Handle, ttl.Err, ttl.Terminal = Read, Recv, Result(1), true
	key.Role, key.Ctx, key.Returns = Accessor, Place{}, []Place{Recv.Dot("key")}
	return slices.Concat(
		each(obtain, "Obtain", "ObtainMulti"), each(direct, "Obtain", "ObtainMulti"),
		each(release, "Release"), each(refresh, "Refresh"), each(ttl, "TTL"), each(key, "Key"),
		[]Entry{{Pkg: redislockPkg, Name: "New", Role: Open, Store: Redis}})
}

func redislockTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: redislockPkg, Name: "Lock", Kind: Lease, Store: Redis},
		{Pkg: redislockPkg, Name: "Client", Scope: PoolScope, Store: Redis},
	}
}
