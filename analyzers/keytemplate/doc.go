// Package keytemplate defines an Analyzer that reports lock keys that are
// not built where all others are.
//
// # Analyzer keytemplate
//
// keytemplate: report lock keys that are not built by their template
//
// Two functions exclude each other only if both name the lock in the same
// way, to the letter. So there has to be one place that builds the key, the
// template, and everybody has to call it. Where a key is built by hand, it
// works until somebody changes the template:
//
//	order service                    payment service
//	lockkeys.Order(7)                fmt.Sprintf("lock:order:%d", 7)
//	-> "lock:v2:order:7"             -> "lock:order:7"
//	lock taken                       lock taken
//	status = canceled                status = paid
//
// Nothing fails: both obtain their lock, and both are in the section at
// once. No test of one service meets it, and the logs show two locks.
//
// The finding points at the expression that builds the key, also where it
// goes through a variable, a helper of the package or a wrapper that takes
// the lock. Numbers (advisory lock ids) and bytes are keys too.
//
// There are nine categories. Those marked review are reported only with
// -review: a reader has to judge them.
//
//	bypass     built by hand (Sprintf, +, Join, Builder, strconv) although a
//	           function or format of this package, or of one it imports,
//	           builds it, or builds keys that begin alike; a number or text
//	           written out although a constant holds it (certain)
//	duplicate  built by hand in two functions, and there is no template
//	           (likely)
//	mismatch   acquire and release of one lock name two keys (certain)
//	collision  two constants with one value are the keys of two locks
//	           (likely)
//	volatile   the time, chance, the process or the host is in the key, so
//	           that nobody waits for anybody (certain)
//	datakey    the key of the lock is the key of the data (certain)
//	lossy      lower-casing, replacing, a hash of 32 bits or cutting off
//	           gives two things one key (review)
//	narrow     the rows that are read and written are selected by a value
//	           that is not in the key: holders of two keys meet on one row
//	           (review)
//	unguided   built by hand although the option funcs names the functions
//	           that have to build it (certain)
//
// Flagged (bypass):
//
//	key := fmt.Sprintf("lock:order:%d", id)
//	lock, err := locks.Obtain(ctx, key, ttl, nil)
//
// Mended, as the suggested fix does it where the arguments have the types
// of the template's parameters:
//
//	key := lockkeys.Order(id)
//	lock, err := locks.Obtain(ctx, key, ttl, nil)
//
// Flagged (mismatch): the release misses the lock, which stays taken until
// it expires.
//
//	rdb.SetNX(ctx, "lock:user:"+id, token, ttl)
//	...
//	release.Run(ctx, rdb, []string{"lock:usr:" + id}, token)
//
// Mended: build the key once, and use it for both.
//
// Flagged (volatile): two requests a second apart have two locks.
//
//	key := fmt.Sprintf("lock:feature:%s:%d", id, time.Now().Unix()/5)
//
// Flagged (datakey): redsync writes its token over the record.
//
//	m := rs.NewMutex(id)
//	...
//	rdb.Set(ctx, id, record, 0)
//
// Mended: rs.NewMutex("lock:" + id).
//
// The option funcs (-keytemplate.funcs=pkg.Func,pkg.Type.Method, with the
// import path of pkg) names the functions that have to build all keys of
// locks. Every key that is put together elsewhere is then unguided.
//
// The analyzer is silent about
//
//   - plain literals and named constants for which there is no template;
//   - a Sprintf whose format is a constant of a package, and a sum that
//     begins with one: the constant is the template;
//   - what a function returns as a key: that function is the template; so is
//     what is made of its result and something more;
//   - a wrapper that puts a prefix in front of the key that it is given;
//   - a central function of many parts, called with literals
//     (cache.Key("order", id));
//   - packages of which none imports the other: locklint inventory shows
//     their keys side by side;
//   - locks of the process, and tests;
//   - markers for a day or a month (SETNX with the date in the key) that
//     nobody gives back, and keys in which nothing varies but a period of the
//     calendar, a minute or longer: the job of that day, hour or minute;
//   - keys whose text cannot be told.
//
// A key is taken to be that of a lock if some lock is taken by it in the
// package: what is only deleted, or given to a script, is not. A key that is
// set where it is absent (SET NX) may be one of a cache, a session or a mark
// too. It is one of a lock where the key, the function or the wrapper that
// takes it is called one, where a function takes it and gives it back after
// its work, or where who finds it is told that somebody is at work.
package keytemplate
