// Package canceledunlock defines an Analyzer that reports releases of locks
// on a context that is done, or may be.
//
// # Analyzer canceledunlock
//
// canceledunlock: report releases of locks on a context that is done
//
// A release is a call of a server. Given a context that is done it returns
// at once, with an error that nobody looks at, and sends nothing: the lock
// stays. The context of a request is done in just those cases in which a
// function returns early:
//
//	10:00:00  request A   lock order 7, lease 30 s
//	10:00:01  request A   the client hangs up, ctx is done
//	10:00:01  request A   query returns context canceled
//	10:00:01  request A   defer unlock(ctx)  -> context canceled, nothing sent
//	10:00:02  request B   lock order 7  -> busy
//	10:00:30              the lease expires
//
// A session lock (pg_advisory_lock) does not expire. It stays on a healthy
// connection of the pool until that is closed.
//
// The finding points at the release, or at the defer that schedules it.
// There are three categories:
//
//	own-cancel   the cancel function of the context is called before the
//	             release, or deferred after it and so runs first; the
//	             context of an errgroup after Wait (certain)
//	after-done   the release is only reached on <-ctx.Done() branches, or
//	             where ctx.Err() is not nil (certain)
//	request-ctx  a deferred release, or one in an unlock function that is
//	             returned, is given the context of the caller: a parameter,
//	             r.Context() and what web frameworks have for it, or one
//	             derived from them (likely)
//
// Flagged (own-cancel): deferred calls run last in, first out.
//
//	ctx, cancel := context.WithTimeout(parent, 3*time.Second)
//	...
//	defer mutex.UnlockContext(ctx)
//	defer cancel() // runs first
//
// Flagged (after-done):
//
//	case <-ctx.Done():
//		return lock.Release(ctx)
//
// Flagged (request-ctx):
//
//	defer mutex.UnlockContext(ctx)
//
// Mended, all of them: the release gets a context of its own that keeps the
// values (trace, tenant) and not the end, and a time limit.
//
//	defer func() {
//		unlockCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
//		defer cancel()
//		mutex.UnlockContext(unlockCtx)
//	}()
//
// Most findings carry this as a suggested fix. It is clean under
// contextcheck, fatcontext and noctx.
//
// Leases and session locks are looked at: a mutex takes no context, and the
// end of a transaction releases the locks that belong to it.
//
// The analyzer is silent where
//
//   - the context is context.Background, context.TODO or
//     context.WithoutCancel, each with or without a time limit of its own;
//   - all callers give it one of these, however many calls above: those of
//     an unexported function, or of any function of a program's main package;
//   - the session of etcd on which the lock hangs is closed behind the
//     release: that frees the lock even if the release has failed;
//   - the release is not deferred and its context is not done for certain: a
//     function that unlocks when its work is over has seen the work succeed;
//   - it is unknown where the context comes from (a field that others set);
//   - the release takes no context, or it is unknown what a call does.
//
// Limits: who calls an exported function from another package is not seen.
// Where the function is a job (it gets a context and nothing else, its lock
// is the same on each call, and nothing in the package says that the context
// ends: no call with the context of a request, of a signal or with a cancel
// function, no look at ctx.Done) it is mostly run on a context that nobody
// ends, and the finding is reported with -review only.
//
// *gin.Context itself does not end unless ContextWithFallback is set,
// nor does the UserContext of fiber unless a middleware sets another. These
// are reported with -review only; c.Request.Context(), echo's, fiber's
// c.Context(), fasthttp's, gf's and gRPC's are contexts of the caller.
package canceledunlock
