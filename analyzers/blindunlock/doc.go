// Package blindunlock defines an Analyzer that reports releases of leases
// without proof of ownership.
//
// # Analyzer blindunlock
//
// blindunlock: report releases of leases without proof of ownership
//
// A lease made of a key (SET key value NX PX ttl) ends by itself when its
// holder takes too long. Then somebody else takes it. A holder that comes
// back and deletes the key deletes the other's lock, and a third one gets in
// beside the second:
//
//	worker A                  worker B               worker C
//	SET lock:7 NX PX 30000
//	work takes 40 s ...
//	        (expires)
//	                          SET lock:7 NX PX 30000
//	DEL lock:7
//	                          work ...               SET lock:7 NX PX 30000
//	                                                 work, at the same time
//
// From here on each release frees the lock of the next holder: one slow
// request breaks the lock for all that follow.
//
// The finding points at the release. Acquire and release are matched on the
// path, or by the template of the key, or by the field in which the methods
// of a type keep it, across functions and packages. A lock type whose Lock
// sets a key and whose Unlock deletes it is told once, in Unlock, and not again where it is used, whatever the two are called. Where nothing
// in a wrapper says that the key is a lock's, each caller is told that takes
// the lock with it and gives it back.
//
//	plain-delete       the key is deleted, whoever set it; or it is deleted
//	                   on a path that did not obtain the lock
//	check-then-delete  the owner is looked up (GET) and compared, and the key
//	                   is deleted by a command of its own: it can expire and
//	                   change hands between the two
//	shared-token       the release compares, but every holder stores the same
//	                   value: a constant, or the key itself
//
// All are certain: the program text proves them. Only where the lock is set
// without an expiry, and nothing in the package gives it one, it is likely:
// such a lock is lost only where somebody deletes its key by hand, because
// its holder seems dead, and the holder comes back.
//
// Flagged (plain-delete):
//
//	ok, err := rdb.SetNX(ctx, key, 1, 30*time.Second).Result()
//	...
//	defer rdb.Del(ctx, key)
//
// Flagged (check-then-delete):
//
//	if v, _ := rdb.Get(ctx, key).Result(); v == token {
//		rdb.Del(ctx, key)
//	}
//
// Flagged (shared-token):
//
//	rs.NewMutex(id, redsync.WithValue(id)).UnlockContext(ctx)
//
// Mended: a token that nobody else has, compared and deleted in one step.
//
//	var release = redis.NewScript(`
//	if redis.call("GET", KEYS[1]) == ARGV[1] then
//		return redis.call("DEL", KEYS[1])
//	end
//	return 0`)
//
//	token := uuid.NewString()
//	ok, err := rdb.SetNX(ctx, key, token, 30*time.Second).Result()
//	...
//	defer release.Run(ctx, rdb, []string{key}, token)
//
// The analyzer is silent where
//
//   - a script compares and deletes; one whose text is not in the source is
//     taken to do so;
//   - WATCH and MULTI stand around the pair;
//   - a library's own handle is released (redsync, redislock ...);
//   - the key is a throttle, or a mark that something was done once: kept on
//     success and dropped only on failure, or called so;
//   - no acquire of the key is known, in this package or in one that it
//     imports.
//
// Limits: where the packages of acquire and release do not import each other,
// nothing is reported; locklint inventory shows them side by side.
package blindunlock
