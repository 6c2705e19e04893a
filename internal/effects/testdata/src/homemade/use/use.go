// Package use takes homemade locks of another package.
package use

import (
	"context"

	"homemade"
)

func Keep(ctx context.Context, l *homemade.IDLocker[int], id int) error { return l.Lock(ctx, id) } // want Keep:`^acquire mutex p1\[p2\]; r0 nil \| missed mutex p1\[p2\]; r0 not nil$`

func Once(b *homemade.Busy, key string, f func()) bool { // want Once:`^acquire mutex p0\[p1\]; run p2\(\); release mutex p0\[p1\]; r0="true"; r0 true \| r0="false"; r0 false$`
	if !b.TryLock(key) {
		return false
	}
	defer b.Unlock(key)
	f()
	return true
}

func Closed(a *homemade.Account) { a.Lock() }
