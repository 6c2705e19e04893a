// Package leakedlock defines an Analyzer that reports locks that are left
// behind, and releases that are too early, too late, or of another lock.
//
// # Analyzer leakedlock
//
// leakedlock: report locks that stay held after the function has left, and wrong releases
//
// A lock that nobody gives back shuts everybody else out: a mutex until the
// process is restarted, a lease until it expires, a session lock until the
// session ends. It happens on the way that tests do not take:
//
//	14:02  lock "goods:7", row not found, return        (the lock stays)
//	14:02  the next order of product 7 waits
//	14:02  every order of product 7 waits
//	14:03  requests time out, the queue grows
//	14:10  the lease expires, one order passes, the next one fails again
//
// There are six categories. All but early-defer are certain: the program
// text proves them.
//
//	early-return  a return, the next round of a loop, or a panic that is
//	              recovered, with the lock held; points at the acquire
//	late-defer    the deferred release stands behind a possible return;
//	              points at the acquire, and offers to move the defer
//	connection    the connection, or the transaction, that was taken for the
//	              lock is not given back when the lock was not obtained;
//	              points at where it was taken
//	early-defer   the release is registered before the acquire is known to
//	              have worked, so it also runs when it did not; points at the
//	              defer (likely)
//	double        released twice on one path; points at the second release
//	wrong-handle  the defer beside an acquire releases another lock, so this
//	              one stays; points at the defer
//
// Flagged (early-return):
//
//	s.mu.Lock() // mutex is still held after the return
//	item, ok := s.items[id]
//	if !ok {
//		return errNotFound
//	}
//	item.n--
//	s.mu.Unlock()
//	return nil
//
// Mended: defer the release, or release on that way too.
//
//	s.mu.Lock()
//	defer s.mu.Unlock()
//
// Flagged (late-defer): two returns stand before the defer.
//
//	lock, err := locks.Obtain(ctx, key, 10*time.Second, nil)
//	if err != nil {
//		return err
//	}
//	if err := check(ctx); err != nil {
//		return err
//	}
//	defer lock.Release(ctx)
//
// Mended: right behind the test of the acquire. The suggested fix does that
// where all that the defer mentions is there by then.
//
// Flagged (early-defer): a TryLock that fails unlocks a mutex that somebody
// else holds, or crashes the program.
//
//	defer mu.Unlock()
//	if !mu.TryLock() {
//		return errBusy
//	}
//
// Mended: the defer goes behind the test.
//
// What counts as left behind: a missing release means nothing by itself, for
// most locks without one are released elsewhere. There is a finding where
// the function itself releases the lock on another way, and does not tell
// its caller that this way is the one on which it is kept: a function that
// returns nil with the lock and an error without it hands the lock on.
//
// The analyzer is silent where
//
//   - the lock is handed on: returned, stored, sent, given to a goroutine, or
//     passed to a function that releases it or of which nothing is known; or a
//     function that releases it is, to somebody who keeps it for later;
//   - a caller in the package releases what the function has taken;
//   - the transaction releases the lock when it ends;
//   - the key is a throttle or a claim that is kept where the work is done and
//     dropped where it failed;
//   - the release is deferred: also in a loop, where it runs at the end of the
//     function, and the next round that takes the same lock waits for ever;
//   - the lock is taken under a condition, or the release is reached and not
//     executed: the two conditions may hang together;
//   - the release was tried and failed;
//   - the way out is a panic that nobody in sight recovers, or a test of the
//     standard testing package releases twice on purpose;
//   - the error of the acquire is not looked at, which is another fault
//     (uncheckedlock);
//   - the connection goes back to its pool with the lock on it (pooledlock).
//
// Limits: panics are seen where the package says panic, in net/http handlers
// and below functions that recover, not where the runtime raises them.
package leakedlock
