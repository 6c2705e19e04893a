// Case okll02shards: each shard of a map has a mutex; a method returns with that of the shard it looked at where the key is there, and another one is there to give it back.
package okll02shards

import "sync"

type shard struct {
	mu     sync.Mutex
	values map[string]string
}

type Store struct{ shards []shard }

// Claim keeps the shard for the caller where it says so.
func (s *Store) Claim(n int, key string) bool {
	s.shards[n].mu.Lock()
	if _, there := s.shards[n].values[key]; there {
		return true
	}
	s.shards[n].mu.Unlock()
	return false
}

// Done gives the shard back that Claim kept.
func (s *Store) Done(n int) { s.shards[n].mu.Unlock() }
