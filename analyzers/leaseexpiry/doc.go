// Package leaseexpiry defines an Analyzer that reports leases that end
// before the work under them, or never.
//
// # Analyzer leaseexpiry
//
// leaseexpiry: report leases that end before the work under them, or never
//
// A lock in Redis, etcd or Consul is a lease: it ends when its time is up,
// whether its holder has finished or not. Three times have to fit together:
// how long one waits for the lock, how long the lease lives, and how long
// the work takes. Where the work takes longer, two work at once:
//
//	10:00:00  worker A takes lock:invoice:7, which lives 5 s
//	10:00:00  A asks the printer; the first try times out after 2 s
//	10:00:03  after a back-off of 1 s A tries again
//	10:00:05  the lease ends; worker B takes lock:invoice:7 and prints
//	10:00:06  A's second try works too: the invoice is printed twice
//
// And where the lease never ends, the lock of a holder that died stays for
// ever.
//
// The categories:
//
//	no-ttl           the key of a lock is set without an expiry (likely)
//	two-step         it gets its expiry by a second command: a holder that
//	                 dies between the two leaves the lock for ever (certain)
//	short            timeouts, sleeps and tries, all constants, add up to
//	                 more than the lease lives, and nothing renews it
//	                 (certain)
//	unrenewed        the work is a loop that no constant bounds, and
//	                 nothing renews the lease (likely)
//	renewal-ignored  nobody looks at how a renewal went, or its loop goes on
//	                 when it failed and tells nobody (certain)
//	lost-ignored     what tells that the lock was lost (Consul's channel,
//	                 the Done of an etcd session) is dropped (likely)
//	watchdog-off     a lock that renews itself only while nobody gives it a
//	                 life is given one, and the work is not bounded below it
//	                 (likely)
//	wait-as-lease    one limit is that of the wait and of what follows: the
//	                 context of the wait ends the lock too, or the work
//	                 under it; or one waits longer than a lease lives
//	                 (review)
//
// Flagged (short): two tries of two seconds and two pauses of one second.
//
//	m := rs.NewMutex(key, redsync.WithExpiry(5*time.Second))
//	if err := m.LockContext(ctx); err != nil { // the work may take 6s > 5s
//		return err
//	}
//	defer m.UnlockContext(ctx)
//	return print(ctx, id)
//
// Mended: the lease outlives the work, with room to spare.
//
//	m := rs.NewMutex(key, redsync.WithExpiry(20*time.Second))
//
// Flagged (two-step), and mended below it:
//
//	ok, err := rdb.SetNX(ctx, key, token, 0).Result()
//	...
//	rdb.Expire(ctx, key, 10*time.Minute)
//
//	ok, err := rdb.SetNX(ctx, key, token, 10*time.Minute).Result()
//
// Flagged (renewal-ignored): the renewer sees that the lock is gone, and
// the work goes on.
//
//	case <-t.C:
//		if ok, err := m.ExtendContext(ctx); !ok || err != nil {
//			slog.Warn("extend failed")
//			continue
//		}
//
// Mended: it cancels the work.
//
//	case <-t.C:
//		if ok, err := m.ExtendContext(ctx); !ok || err != nil {
//			stop(errLost)
//			return
//		}
//
// Flagged (watchdog-off): godisson renews a lease of -1, and no other. A
// wrapper of the project that starts its renewal only where it is given no
// life is one more such lock.
//
//	if err := l.TryLock(1000, 3000); err != nil { // 3s, and then it ends
//		return err
//	}
//	defer l.Unlock()
//	return print(ctx, id) // may take 4s
//
// Mended:
//
//	if err := l.TryLock(1000, -1); err != nil {
//
// Flagged (wait-as-lease, with -review): rueidislock ends the lock with the
// context that the wait was given.
//
//	wait, cancel := context.WithTimeout(ctx, 3*time.Second)
//	defer cancel()
//	held, release, err := locker.WithContext(wait, key)
//
// Mended: end the wait alone, and leave the lock its life.
//
//	held, release, err := locker.TryWithContext(ctx, key) // in a loop of your own
//
// Times are added up through callees: the timeout of a client, the deadline
// of a context, a sleep, each as often as a loop with a constant number of
// rounds does it. Of two branches only the longer one counts.
//
// Where the life is a setting that has a default, it is what functional
// options and methods like WithTTL make of that, as far as they are known;
// else it is not known, and the default is not taken for it.
//
// The analyzer is silent where
//
//   - the lock is a session's or a transaction's;
//   - something renews the lease: the library (a watchdog), or a goroutine,
//     a function called or a method value that reaches a renewal;
//   - the life of the lease is computed: it may come from the work's limit;
//   - the lease is not given back in the same function: a marker, unless its
//     key or its functions are called a lock and a loop works under it;
//   - the loop goes over what the caller gave, or is in a context with a
//     deadline;
//   - the lock is taken in a test.
//
// Limits: a statement on the database counts in a loop alone, and what a
// function of another package reads in a loop of its own does not.
package leaseexpiry
