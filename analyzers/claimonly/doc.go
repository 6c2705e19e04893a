// Package claimonly defines an Analyzer that reports claims (SET NX) that
// outlive the failure of the work they guard.
//
// # Analyzer claimonly
//
// claimonly: report claims that stay when the work behind them fails
//
// A key that is set only where it is absent (SET key 1 NX EX 86400) makes a
// request idempotent: who sets it does the work, who finds it is told that
// the work was done. That holds only while the work succeeds. Where it fails
// and the key stays, the request is neither done nor can it be done again:
//
//	client                     service
//	POST /pay idem-7
//	                           SET idem:7 1 NX EX 86400   OK
//	                           INSERT INTO charges ...    connection lost
//	                           500
//	POST /pay idem-7 (retry)
//	                           SET idem:7 1 NX EX 86400   there already
//	                           409 "was handled already"
//
// For a day every honest retry is refused, and nobody was charged. Providers
// of payments that call back behave the same: they try again, are told
// "done", and stop.
//
// The finding points at the claim. A path fails that returns an error, or
// that takes a branch on err != nil and answers a status from 400 to 599.
//
//	stuck   a path on which the claim succeeded fails, and neither deletes
//	        nor settles the key
//
// It is likely: it assumes that who failed tries again.
//
// Flagged:
//
//	first, err := rdb.SetNX(ctx, key, "1", 24*time.Hour).Result()
//	if err != nil {
//		return err
//	}
//	if !first {
//		return errDuplicate
//	}
//	return charge(ctx, r)
//
// Mended: the key is dropped where the work failed.
//
//	if err := charge(ctx, r); err != nil {
//		return errors.Join(err, rdb.Del(context.WithoutCancel(ctx), key).Err())
//	}
//	return nil
//
// Better still, the database is the guard: a unique constraint on the key of
// the request, written in the transaction that does the work, whose
// violation means "was done". It also holds when the process dies between
// claim and work, which no deletion does.
//
// Option -claimonly.retry (one minute): how long a client waits before it
// tries again. A claim that lives no longer does no harm.
//
// The analyzer is silent where
//
//   - the key is deleted or settled on every failing path, here, in a defer,
//     in a helper, by a caller or another function of the package;
//   - the key lives no longer than -claimonly.retry, or it is not known how
//     long;
//   - the write behind the claim handles a duplicate: a unique violation,
//     ON CONFLICT;
//   - the key is a throttle by its name, is the same for all, or is made of
//     the time: a turn, which is kept whatever came of it;
//   - the key is given back where the work succeeds: a lock, of which
//     leakedlock tells;
//   - the failing path does something that no other path does: it puts the
//     work into a queue, or remembers the failure;
//   - the failure comes behind work whose own failure does drop the key;
//   - where the key is there already, the work is done all the same;
//   - nothing is done behind the claim in the function, as far as is known.
//
// Limits: a claim in one request whose work another process does is not
// followed.
package claimonly
