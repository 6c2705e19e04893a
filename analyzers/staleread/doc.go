// Package staleread defines an Analyzer that reports writes under a lock
// that rest on what was read before the lock was taken.
//
// # Analyzer staleread
//
// staleread: report writes under a lock that rest on state read before it
//
// Who waits for a lock waits because somebody else is changing what it
// guards. What was read before the wait is what it was before that change:
//
//	request A                      request B
//	                               SELECT state   -> waiting
//	lock job 7
//	SELECT state      -> waiting
//	UPDATE state = done
//	send the invoice
//	unlock job 7
//	                               lock job 7     (waited here)
//	                               UPDATE state = done
//	                               send the invoice, again
//
// The lock did its work. The check stands on the wrong side of it.
//
// The finding points at the write. Its timeline names the read and the
// acquire.
//
//	decision  what was read before the lock decides whether it is written
//	          under it (likely)
//	value     what is written is computed from it (likely)
//
// Flagged (decision):
//
//	j, err := job(ctx, id)
//	if err != nil {
//		return err
//	}
//	if j.State != "waiting" {
//		return errState
//	}
//	l, err := locks.Obtain(ctx, jobKey(id), time.Minute, nil)
//	if err != nil {
//		return err
//	}
//	defer free(ctx, l)
//	return finish(ctx, id) // decided before the lock
//
// Mended: look again under the lock. The first look may stay, as a short
// cut.
//
//	l, err := locks.Obtain(ctx, jobKey(id), time.Minute, nil)
//	if err != nil {
//		return err
//	}
//	defer free(ctx, l)
//	j, err := job(ctx, id)
//	if err != nil {
//		return err
//	}
//	if j.State != "waiting" {
//		return errState
//	}
//	return finish(ctx, id)
//
// Mended: let the statement look, and look at whether it did anything.
//
//	UPDATE jobs SET state = 'done' WHERE id = $1 AND state = 'waiting'
//
// Flagged (value): the numbers of the audit row are those of before the
// wait.
//
//	db.First(&row, "id = ?", id)
//	m.LockContext(ctx)
//	tx.Create(&Entry{Old: row.Tokens, New: row.Tokens + n})
//
// Mended: read the row under the lock.
//
// Locks are leases, session locks and transaction locks. For a mutex of the
// process see localmutex.
//
// The analyzer is silent where
//
//   - it is read again under the lock before the write, or what is written
//     comes from something else that was read there;
//   - a key of Redis is looked up and then set: a cache being filled;
//   - an outer lock was held already when it was read;
//   - the write is conditional and its row count is looked at, or it is
//     relative (x = x + ?), an upsert, or handles the violation of a unique
//     constraint;
//   - only keys were read, or only keys of what was read are written, and
//     who owns a row: they do not change;
//   - the write only says when the row was touched;
//   - configuration was read;
//   - nothing says that the lock guards what was read: it is not written to
//     under the lock, and the lock's key is not named like it;
//   - the lock is not given back on the path: a marker that stays, or a
//     session lock that goes with its connection;
//   - it is unknown what a call does.
package staleread
