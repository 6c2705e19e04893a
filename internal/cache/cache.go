// Package cache keeps what a run found out for the runs after it: bytes under a key that is made of
// everything they depend on. Many processes may use one directory at once.
//
// An entry is one file that is written beside its place and renamed into it, and holds its checksum: a
// reader gets the whole entry or none. What cannot be read counts as absent, what cannot be written is
// left: a cache makes a run fast, and never fails it. (The caches of the go command and of those who took
// it over, as github.com/rogpeppe/go-internal/cache, keep two files for an entry, which they write in
// place, and bound the age of the entries instead of their size.)
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// DefaultMax is how many bytes the entries may have in all.
const DefaultMax = 512 << 20

// A Key says what an entry answers for; see [Hash].
type Key [sha256.Size]byte

// A Store is a directory of entries. A nil store has none and keeps none.
type Store struct {
	dir string
	max int64 // of one shard

	mu      sync.Mutex
	trouble error // the first
	written [shards]bool
}

// shards is in how many directories the entries lie. Each has its share of the size, so that whoever
// wrote into one looks through that one only.
const shards = 64

// Open returns the store in a directory, which need not exist yet, whose entries may have max bytes in all.
func Open(dir string, max int64) *Store {
	return &Store{dir: dir, max: max / shards}
}

// Trouble is the first thing that went wrong with the directory, apart from damaged entries. After it
// nothing more is written.
func (s *Store) Trouble() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

func (s *Store) failed(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trouble == nil {
		s.trouble = err
	}
}

func (k Key) shard() int { return int(k[0]) % shards }

func (s *Store) shardDir(i int) string {
	return filepath.Join(s.dir, hex.EncodeToString([]byte{byte(i)})) // #nosec G115 -- there are fewer than 256
}

func (s *Store) file(k Key) string {
	return filepath.Join(s.shardDir(k.shard()), hex.EncodeToString(k[:])+entrySuffix)
}

const (
	entrySuffix = ".entry"
	tempPrefix  = "new-"
)

// usedAfter is how old the mark of an entry's last use may get before it is renewed: not each look-up writes.
const usedAfter = time.Hour

// Get returns the entry of the key, if there is a whole one.
func (s *Store) Get(k Key) ([]byte, bool) {
	if s == nil {
		return nil, false
	}
	name := s.file(k)
	f, err := os.Open(name)
	if err != nil {
		return nil, false // what another user left unreadable is replaced, or Put says why it cannot be
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		return nil, false
	}
	if len(content) < sha256.Size {
		return nil, false
	}
	data := content[sha256.Size:]
	if sum := checksum(k, data); !bytes.Equal(sum[:], content[:sha256.Size]) {
		return nil, false
	}
	if info, err := f.Stat(); err == nil && time.Since(info.ModTime()) > usedAfter {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // at worst it is thrown out early
	}
	return data, true
}

// checksum covers the key too: a file under another name is another's.
func checksum(k Key, data []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(k[:])
	h.Write(data)
	return [sha256.Size]byte(h.Sum(nil))
}

// Put keeps data under the key.
func (s *Store) Put(k Key, data []byte) {
	if s == nil || s.Trouble() != nil || int64(len(data)) > s.max/2 {
		return
	}
	if err := s.write(k, data); err != nil {
		s.failed(err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.written[k.shard()] = true
}

func (s *Store) write(k Key, data []byte) error {
	dir := s.shardDir(k.shard())
	f, err := os.CreateTemp(dir, tempPrefix+"*")
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		f, err = os.CreateTemp(dir, tempPrefix+"*")
	}
	if err != nil {
		return err
	}
	sum := checksum(k, data)
	_, err = f.Write(append(sum[:], data...))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), s.file(k))
	}
	if err != nil {
		_ = os.Remove(f.Name()) // if not now, then by trim
	}
	return err
}

// Close throws out what was not used for longest, as far as this run made the store too large.
func (s *Store) Close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, written := range s.written {
		if written {
			s.trim(s.shardDir(i))
		}
	}
	s.written = [shards]bool{}
}

// leftAfter is how old a file must be that somebody began to write before he is taken for dead.
const leftAfter = time.Hour

// trim brings a directory down to nine tenths of what it may have, if it has more. Others may do the
// same at the same time: a file that is gone is as good as removed.
func (s *Store) trim(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	type file struct {
		name string
		size int64
		used time.Time
	}
	var files []file
	var total int64
	for _, e := range list {
		info, err := e.Info()
		switch {
		case err != nil || !info.Mode().IsRegular():
		case strings.HasSuffix(e.Name(), entrySuffix):
			files = append(files, file{e.Name(), info.Size(), info.ModTime()})
			total += info.Size()
		case strings.HasPrefix(e.Name(), tempPrefix) && time.Since(info.ModTime()) > leftAfter:
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	if total <= s.max {
		return
	}
	slices.SortFunc(files, func(a, b file) int { return a.used.Compare(b.used) })
	for _, f := range files {
		if total <= s.max/10*9 {
			return
		}
		_ = os.Remove(filepath.Join(dir, f.name))
		total -= f.size
	}
}
