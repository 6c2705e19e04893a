package cache

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"
)

// The entries may have 512 MiB in all where nobody says otherwise; the README says so.
func TestDefaultMax(t *testing.T) {
	if DefaultMax != 536_870_912 {
		t.Errorf("DefaultMax is %d", DefaultMax)
	}
}

// An entry may have half of what a shard may have, which is a 64th of all. A larger one is not kept, and no trouble.
func TestEntryAtTheLimit(t *testing.T) {
	s := Open(t.TempDir(), 64*1000)
	for n, want := range map[int]bool{500: true, 501: false} {
		k := key(fmt.Sprint(n))
		s.Put(k, make([]byte, n))
		if data, ok := s.Get(k); ok != want || ok && len(data) != n {
			t.Errorf("%d bytes: kept is %v", n, ok)
		}
	}
	if err := s.Trouble(); err != nil {
		t.Error(err)
	}
}

// As long as a shard has what it may have, all is kept; a byte more, and the oldest entries go until nine tenths are left at most: two of a hundred bytes each.
func TestShardAtTheLimit(t *testing.T) {
	for last, want := range map[int]int{68: 10, 69: 8} { // 32 bytes of each entry are its checksum
		s := Open(t.TempDir(), 64*1000)
		var keys []Key
		for i := 0; len(keys) < 10; i++ {
			if k := key(fmt.Sprint(i)); k.shard() == 7 {
				keys = append(keys, k)
			}
		}
		for i, k := range keys {
			n := 68
			if i == 9 {
				n = last
			}
			s.Put(k, bytes.Repeat([]byte{1}, n))
			used := time.Now().Add(time.Duration(i-20) * time.Minute)
			if err := os.Chtimes(s.file(k), used, used); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		kept := 0
		for i, k := range keys {
			if _, ok := s.Get(k); ok {
				kept++
			} else if i >= 10-want {
				t.Errorf("%d bytes more: entry %d is gone, and older ones are not", last-68, i)
			}
		}
		if kept != want {
			t.Errorf("%d bytes more: %d entries are kept, want %d", last-68, kept, want)
		}
	}
}
