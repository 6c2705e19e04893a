// Package blockingcall defines an Analyzer that reports calls under a
// lock that may never end.
//
// # Analyzer blockingcall
//
// blockingcall: report calls of other programs under a lock that nothing bounds
//
// Whoever holds a lock decides how long the others wait. A call of another
// program (an HTTP request, a dial, a command, a message to a broker) ends
// when that program answers, and one without a time limit ends never if it
// does not. Then one slow partner stops everybody who needs the lock:
//
//	14:02:11  rates.example.com answers no more
//	14:02:12  request 1 takes the mutex of the cache and asks for a rate
//	14:02:12  request 2 wants another rate, which is cached: it waits for
//	          the mutex
//	14:05:00  4,000 requests wait; the health check takes the mutex too
//	14:05:30  the orchestrator restarts the service: request 1 of the new
//	          one takes the mutex and asks for a rate
//
// Under a lock that expires it is worse: the holder still waits when the
// next one gets the lock.
//
// The finding points at the call in the section. Its message spells out the
// way down to the call that waits (fetch -> getJSON -> http.Get), its
// timeline shows the acquire and the places on that way.
//
// There are five categories. The last two are for readers to judge and are
// off unless asked for (-review).
//
//	no-timeout       the client has no timeout, and its context has no
//	                 deadline: Background, TODO, WithoutCancel, or none
//	                 (certain)
//	unbounded-retry  a loop around a call or a sleep that goes on only
//	                 because the last try failed: no number of tries, no
//	                 clock, no context ends it (certain)
//	sleep            a sleep of constant length, longer than
//	                 -blockingcall.sleep (likely)
//	callback         a function value that the caller gave is run
//	request-ctx      only the caller's context bounds the call
//
// Every kind of lock counts: mutexes, leases, advisory locks, row locks.
//
// Flagged (no-timeout): the client of the cache has no timeout.
//
//	func New() *Cache { return &Cache{http: &http.Client{}} }
//
//	func (c *Cache) Rate(id string) (Rate, error) {
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		if r, ok := c.rates[id]; ok {
//			return r, nil
//		}
//		return c.fetch(id) // is held while fetch -> http.Client.Get may wait for ever
//	}
//
// Mended: the client has a timeout, and the mutex guards the map only.
//
//	func New() *Cache { return &Cache{http: &http.Client{Timeout: 2 * time.Second}} }
//
//	func (c *Cache) Rate(id string) (Rate, error) {
//		if r, ok := c.cached(id); ok {
//			return r, nil
//		}
//		r, err := c.fetch(id)
//		if err != nil {
//			return Rate{}, err
//		}
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		c.rates[id] = r
//		return r, nil
//	}
//
// Flagged (unbounded-retry): nothing ends the loop but an answer.
//
//	for {
//		if err := p.ask(n); err == nil { // is tried again until it works
//			return
//		}
//		time.Sleep(200 * time.Millisecond)
//	}
//
// Mended: it stops when its caller does.
//
//	for {
//		if err := p.ask(n); err == nil {
//			return nil
//		}
//		select {
//		case <-ctx.Done():
//			return ctx.Err()
//		case <-time.After(200 * time.Millisecond):
//		}
//	}
//
// Flagged (sleep): all others wait five seconds too.
//
//	mu.Lock()
//	defer mu.Unlock()
//	time.Sleep(5 * time.Second)
//
// Mended: sleep before the lock is taken, or after it is released.
//
// What bounds a call is followed to where it is said: http.Client.Timeout
// and the timeout of its transport, dialer timeouts, the deadline of a
// context or of the request or command that carries it, through literals,
// constructors, fields of structs, package variables and other packages. A
// field tells what it holds only if the package assigns the same limit to it
// wherever it does. An acquire that waits for the lock of another service
// without a limit is such a call itself.
//
// The analyzer is silent where
//
//   - the client, its transport or its context cannot be followed: nothing
//     is known of them; nor of a context whose cancel function a
//     timer, a goroutine or a field has;
//   - the library gives up by itself (brokers, payment providers), as far as
//     the catalogue knows;
//   - the call stands after the release, or in another goroutine;
//   - the call stands after the release on another path: whether the lock is
//     held then hangs on something that is not followed;
//   - it is a statement on the guarded database, or a command to Redis;
//   - the lock is taken in a test: nobody else waits for it;
//   - lock and call are both in the function that is called: it is told of
//     there;
//   - a select waits for a timer and for something else than the end of a
//     context: there the timer is the limit.
//
// Options: -blockingcall.sleep=1s is how long a constant sleep may be.
package blockingcall
