// Package gated has no lock of its own, no store and no call of another program: all that it does it does through the
// wrappers of another package.
package gated

import "gated/locks"

func Enter(k *locks.Keyed, user string) func() { return k.Acquire("user:" + user) } // want Enter:`^acquire mutex p0\.by\["user:\{\}"\(p1\)\]; r0=func \(\*sync\.Mutex\)\.Unlock\$bound\(p0\.by\["user:\{\}"\(p1\)\]\); r0 not nil$`

func Whole(k *locks.Keyed, user string, f func()) { k.Do(user, f) } // want Whole:`^acquire mutex p0\.by\[p1\]; run p2\(\); release mutex p0\.by\[p1\]$`
