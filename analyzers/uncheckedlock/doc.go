// Package uncheckedlock defines an Analyzer that reports sections that run
// although their lock may not be held.
//
// # Analyzer uncheckedlock
//
// uncheckedlock: report sections that run although the lock was not obtained
//
// A lock that can be refused tells so: with an error, a bool, a nil handle or
// a row. Where nobody heeds that, the section runs with the lock and without
// it, and on most days nobody sees a difference:
//
//	worker A                       worker B
//	Obtain(game 7)  -> lock
//	                               Obtain(game 7)  -> ErrNotObtained
//	                               log "game is busy"
//	members = [x y]
//	                               members = [x y]
//	pay out x, y
//	                               pay out x, y, once more
//	Release
//
// The log even says that the game was busy. A refused lock is rare in a test
// and common under load, when it is the only thing that keeps two workers
// apart. An unlock that follows all the same makes it worse: it deletes the
// key of the worker that does hold the lock.
//
// The finding points at the acquire; row-dropped, at the statement. Its
// timeline shows what is done without the lock.
//
// There are six categories. The first four are certain: the program text
// proves them.
//
//	ignored          nobody looks at the error or the answer of the acquire
//	fallthrough      the branch for "not obtained" logs, or does nothing, and
//	                 the section runs
//	inverted         the section runs on the branch for "not obtained", and
//	                 not on the other
//	row-dropped      GET_LOCK, pg_try_advisory_lock, pg_advisory_unlock or
//	                 RELEASE_LOCK through Exec, which throws the row away in
//	                 which the database answers
//	busy-as-success  a helper that returns with the lock held, or a runner
//	                 whose error is its only answer, returns nil where the
//	                 lock was busy (likely)
//	fail-open        the work goes on where the lock could not be tried, while
//	                 a busy one is respected (review: a reader must judge)
//
// Flagged (fallthrough): both errors are read, and one of them changes
// nothing.
//
//	l, err := locks.Obtain(ctx, key, ttl, nil) // reported here
//	if errors.Is(err, redislock.ErrNotObtained) {
//		log.Println("game is busy")
//	} else if err != nil {
//		return err
//	} else {
//		defer l.Release(ctx)
//	}
//	return payOut(ctx, game)
//
// Mended: who does not get the lock goes away.
//
//	l, err := locks.Obtain(ctx, key, ttl, nil)
//	if err != nil { // ErrNotObtained too
//		return err
//	}
//	defer l.Release(ctx)
//	return payOut(ctx, game)
//
// Flagged (ignored): Lock of a distributed mutex is no Lock of sync.Mutex. It
// gives up.
//
//	mutex.Lock()
//	defer mutex.Unlock()
//
// Mended:
//
//	if err := mutex.Lock(); err != nil {
//		return err
//	}
//	defer mutex.Unlock()
//
// Flagged (row-dropped): the statement works, and its row says false.
//
//	_, err := conn.ExecContext(ctx, "SELECT pg_try_advisory_lock($1)", key)
//
// Mended:
//
//	var ok bool
//	err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok)
//	if err != nil {
//		return err
//	}
//	if !ok {
//		return errBusy
//	}
//
// For an unlock the row says whether this connection held the lock. False
// means that it is still held, by a connection that the pool gave to somebody
// else.
//
// Flagged (busy-as-success): the caller cannot tell that nothing was run.
//
//	func (l *Locker) Do(ctx context.Context, key string, f func() error) error {
//		ok, err := l.rdb.SetNX(ctx, key, token, ttl).Result()
//		if err != nil || !ok {
//			return err // nil where it was busy
//		}
//		defer l.unlock(ctx, key, token)
//		return f()
//	}
//
// Mended: an error of its own for busy, or a bool beside the error.
//
// Where to work without the lock is meant (a cache, a statistic), drop the
// lock, or say so: //locklint:ignore uncheckedlock and the reason.
//
// A wrapper is followed: its callers are told of a refused lock what it tells
// them, and a wrapper that keeps the refusal for itself is judged once, there.
//
// The analyzer is silent where
//
//   - the branch for "not obtained" returns, skips its turn (continue), tries
//     again, or takes another lock;
//   - under the lock more is done than without it: then the branch means
//     something;
//   - a key is set where it is absent and nobody here deletes it: that is a
//     marker or a throttle, and its answer is the work's business;
//   - a job without a caller's function returns nil where it was not its turn;
//   - the outcome goes into something whose answer is unknown;
//   - the lock is taken in a test, which does so on purpose;
//   - it is unknown what a call does, or the lock left the function.
package uncheckedlock
