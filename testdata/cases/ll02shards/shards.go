// Case ll02shards: each shard of a map has a mutex; one of two methods returns with that of the shard it looked at, and the other gives back only what it took itself.
package ll02shards

import "sync"

type shard struct {
	mu     sync.Mutex
	values map[string]string
}

type Store struct{ shards []shard }

// Set gives the mutex back on both ways.
func (s *Store) Set(n int, key, value string) bool {
	s.shards[n].mu.Lock()
	if s.shards[n].values[key] == value {
		s.shards[n].mu.Unlock()
		return false
	}
	s.shards[n].values[key] = value
	s.shards[n].mu.Unlock()
	return true
}

// Add keeps it where the key is there.
func (s *Store) Add(n int, key, value string) bool {
	s.shards[n].mu.Lock() //bug:leakedlock/early-return
	if _, there := s.shards[n].values[key]; there {
		return false
	}
	s.shards[n].values[key] = value
	s.shards[n].mu.Unlock()
	return true
}
