// Package rangefunc has iterators that hold a lock while they yield.
package rangefunc

import (
	"iter"
	"sync"
)

// Locked is an iterator that holds the lock while it yields.
func Locked(mu *sync.Mutex, all []int) iter.Seq[int] { // want Locked:`^r0=func rangefunc\.Locked\$1\(&p0,&p1\); r0 not nil$`
	return func(yield func(int) bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, n := range all {
			if !yield(n) {
				return
			}
		}
	}
}

// Call runs it with a body that is written out.
func Call(mu *sync.Mutex, all []int, f func(int)) { // want Call:`^if p1\.!empty true \| if p1\.!empty false; acquire mutex p0; run p2\(p1\[\+\(new0,"1"\)\]\); release mutex p0$`
	Locked(mu, all)(func(n int) bool {
		f(n)
		return true
	})
}

// Once stops behind the first.
func Once(mu, other *sync.Mutex, all []int) { // want Once:`^if p2\.!empty false; acquire mutex p0; acquire mutex p1; release mutex p0 \| if p2\.!empty true$`
	seq := Locked(mu, all)
	seq(func(int) bool {
		other.Lock()
		return false
	})
}

// Pairs is an iterator over two values.
func Pairs(mu *sync.Mutex, all map[string]int) iter.Seq2[string, int] { // want Pairs:`^r0=func rangefunc\.Pairs\$1\(&p0,&p1\); r0 not nil$`
	return func(yield func(string, int) bool) {
		mu.Lock()
		for k, n := range all {
			if !yield(k, n) {
				mu.Unlock()
				return
			}
		}
		mu.Unlock()
	}
}
