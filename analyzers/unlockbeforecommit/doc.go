// Package unlockbeforecommit defines an Analyzer that reports locks that
// are released while a transaction that worked under them is still open.
//
// # Analyzer unlockbeforecommit
//
// unlockbeforecommit: report locks that are released before the transaction commits
//
// A lock that guards rows must be held until the transaction that changed
// them has ended. Until COMMIT nobody else sees the change. If the lock is
// free before that, its next holder reads the old rows and decides on them:
//
//	request A                      request B
//	BEGIN
//	lock product 7
//	SELECT qty        -> 1
//	UPDATE qty = 0
//	unlock product 7
//	                               BEGIN
//	                               lock product 7
//	                               SELECT qty        -> 1, the old row
//	                               UPDATE qty = 0    (waits for A's row)
//	COMMIT
//	                               COMMIT
//
// Both orders are accepted; there was one piece. The window is a few
// milliseconds wide, so tests do not meet it and busy days do. The lock did
// work, and every log line is in order.
//
// The finding points at the release, or at the defer that schedules it. Its
// timeline names the acquire, a statement under the lock, the release and
// the commit.
//
// There are six categories. All but callee are certain: the program text
// proves them.
//
//	order        the release stands before Commit on some path
//	defer-order  the unlock was deferred after the commit and so runs first
//	             (deferred calls run last in, first out)
//	closure      released inside the closure of a transaction runner
//	             (gorm's Transaction, pgx.BeginFunc, the project's own),
//	             which commits after the closure has returned
//	session      a session advisory lock is released through the transaction
//	             in which it was taken
//	callee       a function that was given a live transaction (parameter,
//	             receiver, or a context that carries it) acquires, works on
//	             it and releases; its caller commits later (likely)
//	caller       the closure of a transaction runner calls a function that
//	             acquires and releases and does not get the transaction,
//	             such as a WithLock runner; points at the call
//
// Flagged (closure): the deferred unlock runs when the closure returns, and
// the runner commits after that.
//
//	return db.Transaction(func(tx *gorm.DB) error {
//		unlock, err := locks.Take(ctx, key)
//		if err != nil {
//			return err
//		}
//		defer unlock() // lock is released before the transaction commits
//		return place(tx, order)
//	})
//
// Mended: the lock goes around the transaction.
//
//	unlock, err := locks.Take(ctx, key)
//	if err != nil {
//		return err
//	}
//	defer unlock()
//	return db.Transaction(func(tx *gorm.DB) error {
//		return place(tx, order)
//	})
//
// Flagged (caller): the two runners are the wrong way round.
//
//	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
//		return locks.WithLock(ctx, key, func(ctx context.Context) error {
//			return sell(ctx, tx, sku)
//		})
//	})
//
// Mended: swap them.
//
//	return locks.WithLock(ctx, key, func(ctx context.Context) error {
//		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
//			return sell(ctx, tx, sku)
//		})
//	})
//
// Flagged (defer-order): the commit was deferred first, so it runs last.
//
//	tx, err := db.BeginTx(ctx, nil)
//	if err != nil {
//		return err
//	}
//	defer finish(tx, &err) // commits if err is nil
//	mu.Lock()
//	defer mu.Unlock() // runs before finish
//
// Mended: take the lock before the transaction begins.
//
// Flagged (session): pg_advisory_lock belongs to the connection, so it can
// be released inside the transaction, which is too early.
//
//	tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id)
//	...
//	tx.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&held)
//	return tx.Commit(ctx)
//
// Mended: pg_advisory_xact_lock, and no unlock; the end of the transaction
// releases it. The suggested fix does that where the statements are literals
// of the calls and nobody looks at what the unlock says. Where an unlock
// stands right before the commit (order), a fix moves it behind.
//
// Where the code cannot be turned round (callee), take the lock in the
// caller, or register the release as a hook that runs after the transaction
// has ended.
//
// The analyzer is silent where
//
//   - the transaction itself releases the lock (SELECT ... FOR UPDATE,
//     pg_advisory_xact_lock), or the release is the commit;
//   - no statement of the transaction ran under the lock;
//   - the path only rolls back;
//   - the release stands after both the commit and the rollback branches;
//   - the unlock's defer was registered before that of the rollback or the
//     commit, and so runs after it;
//   - the release is registered as a hook that runs after the commit;
//   - a process mutex guards in-memory bookkeeping beside Commit, or work on
//     the caller's transaction of an embedded store (bbolt), which lets in no
//     other writer before that commits;
//   - the handle is not a transaction: gorm's Connection pins a connection
//     and commits nothing, and a *gorm.DB may be a pool, a connection or a
//     transaction. What counts is where the value came from, not its type;
//   - it is unknown what a call does, or the lock or the transaction left
//     the function (returned, stored, sent, given to a goroutine).
package unlockbeforecommit
