// Package containers has slices, arrays and maps of locks.
package containers

import "sync"

type Shards struct {
	mus  [16]sync.Mutex
	byID map[string]*sync.Mutex
	all  []*sync.Mutex
}

func (s *Shards) Lock(i int) { s.mus[i].Lock() } // want Lock:`^acquire mutex p0\.mus\[p1\]$`

func (s *Shards) Unlock(i int) { s.mus[i].Unlock() } // want Unlock:`^release mutex p0\.mus\[p1\]$`

// Of picks the shard.
func (s *Shards) Of(i int) *sync.Mutex { return &s.mus[i%16] } // want Of:`^r0=p0\.mus\[%\(p1,"16"\)\]$`

func (s *Shards) LockOf(i int) { s.Of(i).Lock() } // want LockOf:`^acquire mutex p0\.mus\[%\(p1,"16"\)\]$`

func (s *Shards) LockID(id string) { s.byID[id].Lock() } // want LockID:`^acquire mutex p0\.byID\[p1\]$`

func (s *Shards) UnlockID(id string) { s.byID[id].Unlock() } // want UnlockID:`^release mutex p0\.byID\[p1\]$`

// Both takes two elements of one slice.
func (s *Shards) Both(a, b int) { // want Both:`^acquire mutex p0\.all\[p1\]; acquire mutex p0\.all\[p2\]$`
	s.all[a].Lock()
	s.all[b].Lock()
}

// First is a constant index.
func First(mus []*sync.Mutex) { mus[0].Lock() } // want First:`^acquire mutex p0\["0"\]$`

// Whole takes and gives back the same element.
func (s *Shards) Whole(i int, f func()) { // want Whole:`^acquire mutex p0\.all\[p1\]; run p2\(\); release mutex p0\.all\[p1\]$`
	mu := s.all[i]
	mu.Lock()
	defer mu.Unlock()
	f()
}
