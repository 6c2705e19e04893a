// Package pooledlock defines an Analyzer that reports session locks that are
// at the mercy of a pool of connections.
//
// # Analyzer pooledlock
//
// pooledlock: report session locks taken through a pool, or left on a connection that goes back to it
//
// A session lock (pg_advisory_lock, GET_LOCK) belongs to one connection. A
// pool hands out any of its connections for each statement, so the unlock
// may run on another one than the lock:
//
//	conn 3   SELECT pg_advisory_lock(7)      held by session 3
//	conn 5   SELECT pg_advisory_unlock(7)    false: session 5 holds nothing
//	conn 3   goes on in the pool, for hours, with the lock
//	         everybody else waits for 7; restarting "helps"
//
// There are two categories:
//
//	pool             a session lock is taken or released through a pool:
//	                 *sql.DB, *sqlx.DB, *pgxpool.Pool, a root handle of gorm,
//	                 bun or ent; points at the statement (certain; likely for
//	                 a field of type *gorm.DB, which may be anything)
//	returned-locked  the connection goes back to its pool with the lock on it
//	                 on some path, or even if the unlock failed; points at
//	                 Close or Release (likely)
//
// Flagged (pool):
//
//	db.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok)
//
// Mended: one connection for lock and unlock.
//
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Close()
//	conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok)
//
// Or, where the work is one transaction, the form that ends with it and needs
// no unlock: pg_advisory_xact_lock on the transaction. Where one is open that
// commits afterwards, and nobody looks at what the unlock says, the suggested
// fix does that.
//
// Flagged (returned-locked): the unlock may fail, for its context may be
// done, and Close gives a healthy connection with the lock back to the pool.
//
//	defer conn.Close()
//	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
//
// Mended: look at the answer, and throw the connection away when it is not
// the right one.
//
//	if err := unlock(conn, id); err != nil {
//		conn.Raw(func(any) error { return driver.ErrBadConn })
//	}
//	conn.Close()
//
// With pgxpool that is conn.Hijack().Close(ctx) instead of conn.Release().
//
// The analyzer is silent where
//
//   - the acquire returned an error, so nothing is held;
//   - the statement runs on one connection: db.Conn, pool.Acquire, gorm's
//     Connection, which gives back inside the library;
//   - the pool is closed afterwards, which ends all sessions;
//   - the connection is discarded when the unlock fails;
//   - the connection was given to somebody else too, who may have unlocked;
//   - it is not known whether the handle is a pool or a transaction.
//
// A lock is reported once: where it is taken, and at the unlock only if it is
// taken on one connection and released through the pool.
package pooledlock
