package rangefunc

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

// Body locks in the body of a range over an iterator of this package, and returns out of it.
func Body(mu, other *sync.Mutex, all []int) bool { // want Body:`^if p2\.!empty false; acquire mutex p0; acquire mutex p1; release mutex p0 \| r0="false"; r0 false$`
	for n := range Locked(mu, all) {
		other.Lock()
		if n == 7 {
			return true
		}
		other.Unlock()
	}
	return false
}

// DeferInBody defers in the body: the outer function gives it back when it ends.
func DeferInBody(mus []*sync.Mutex, seq iter.Seq[int], f func()) { // want DeferInBody:`^acquire mutex p0\[new0\]; run p2\(\); release mutex p0\[new0\] \| run p2\(\)$`
	for i := range seq {
		mus[i].Lock()
		defer mus[i].Unlock()
	}
	f()
}

// OfParam ranges over an iterator that the caller gives.
func OfParam(mu *sync.Mutex, seq iter.Seq[int]) { // want OfParam:`^acquire mutex p0 \| nothing$`
	for range seq {
		mu.Lock()
	}
}

// Breaks leaves the loop with the lock held.
func Breaks(mu *sync.Mutex, seq iter.Seq[int], stop func() bool) { // want Breaks:`^acquire mutex p0; run p2\(\) is false; release mutex p0 \| nothing \| acquire mutex p0; run p2\(\) is true \| run p2\(\) is false; acquire mutex p0; run p2\(\) is true$`
	for range seq {
		mu.Lock()
		if stop() {
			break
		}
		mu.Unlock()
	}
}

// Values releases what it goes through.
func Values(held []*sync.Mutex) { // want Values:`^if p0\.!empty false; release mutex p0\[\*\] \| if p0\.!empty true$`
	for mu := range slices.Values(held) {
		mu.Unlock()
	}
}

// Collected takes locks, keeps them in a slice, and gives all of them back.
func Collected(a *sync.Mutex, f func()) { // want Collected:`^acquire mutex p0; run p1\(\); release mutex p0$`
	var held []*sync.Mutex
	a.Lock()
	held = append(held, a)
	f()
	for _, mu := range slices.Backward(held) {
		mu.Unlock()
	}
}

// Release returns a function that does.
func Release(a *sync.Mutex) func() { // want Release:`^acquire mutex p0; r0=func rangefunc\.Release\$1\(&\{\[\]:p0\}\); r0 not nil$`
	var held []*sync.Mutex
	a.Lock()
	held = append(held, a)
	return func() {
		for _, mu := range held {
			mu.Unlock()
		}
	}
}

func Uses(a *sync.Mutex, f func()) { // want Uses:`^acquire mutex p0; run p1\(\); release mutex p0$`
	release := Release(a)
	defer release()
	f()
}

// OfMap goes through the values of a map.
func OfMap(locks map[string]*sync.Mutex) { // want OfMap:`^if p0\.!empty false; acquire mutex p0\[\*\] \| if p0\.!empty true$`
	for mu := range maps.Values(locks) {
		mu.Lock()
	}
}
